#include "hdf5/series.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "core/input_error.h"
#include "hdf5/file.h"
#include "io/folders.h"

namespace drystone::hdf5::series_test {
namespace {

using SeriesInAFile = InAFolder;

const Storage packed{.chunk = {1, 2, 3}, .deflate = 1};

std::vector<double> row(int k) {
    std::vector<double> values(6);
    for (int i = 0; i < 6; ++i) values[static_cast<std::size_t>(i)] = 10.0 * k + i;
    return values;
}

TEST_F(SeriesInAFile, GrowsByRowsAndIsReadByRows) {
    {
        File file = File::create(path("a.h5"));
        Series<double> series = Series<double>::make(file, "positions", {2, 3}, packed);
        for (int k = 0; k < 5; ++k) series.write(k, row(k));
        series.write(2, row(7));  // again
        file.close();
    }
    const File file = File::open(path("a.h5"));
    const auto series = Series<double>::open(file, "positions", {any, 3});
    EXPECT_EQ(series.shape(), (Shape{5, 2, 3}));
    EXPECT_EQ(series.read(3, 1), row(3));
    EXPECT_EQ(series.read(2, 1), row(7));
    EXPECT_EQ(series.read(0, 5).size(), 30u);
    EXPECT_EQ(series.read(5, 0).size(), 0u);
    EXPECT_THROW(series.read(4, 2), InputError);
    EXPECT_THROW(Series<double>::open(file, "positions", {any, 2}), InputError);
    EXPECT_THROW(Series<double>::open(file, "velocities", {any, 3}), InputError);
}

TEST_F(SeriesInAFile, IsCutAndGrowsAgain) {
    {
        File file = File::create(path("a.h5"));
        Series<double> series = Series<double>::make(file, "positions", {2, 3}, packed);
        for (int k = 0; k < 5; ++k) series.write(k, row(k));
        file.close();
    }
    {
        File file = File::open_for_writing(path("a.h5"));
        Series<double> series = Series<double>::open(file, "positions", {2, 3});
        series.cut(3);
        series.write(3, row(8));
        file.close();
    }
    const File file = File::open(path("a.h5"));
    const auto series = Series<double>::open(file, "positions", {2, 3});
    EXPECT_EQ(series.rows(), 4);
    EXPECT_EQ(series.read(3, 1), row(8));
}

/// Another process that appends rows to a file until it is killed, a row for each byte it is sent.
class Writer {
  public:
    explicit Writer(const std::string& path) {
        EXPECT_EQ(pipe(orders_), 0);
        EXPECT_EQ(pipe(answers_), 0);
        process_ = fork();
        if (process_ == 0) write_rows(path);
    }
    ~Writer() {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
        for (const int end : {orders_[0], orders_[1], answers_[0], answers_[1]}) close(end);
    }
    void one_more() {
        char byte = 'x';
        EXPECT_EQ(write(orders_[1], &byte, 1), 1);
        EXPECT_EQ(read(answers_[0], &byte, 1), 1);
    }

  private:
    [[noreturn]] void write_rows(const std::string& path) {
        {
            File file = File::create(path);
            Series<double>::make(file, "positions", {2, 3}, packed);
            file.close();
        }
        File file = File::open_to_append(path);
        Series<double> series = Series<double>::open(file, "positions", {2, 3});
        char byte = 0;
        for (int k = 0; read(orders_[0], &byte, 1) == 1; ++k) {
            series.write(k, row(k));
            file.flush();
            if (write(answers_[1], &byte, 1) != 1) break;
        }
        _exit(0);
    }

    int orders_[2] = {-1, -1}, answers_[2] = {-1, -1};
    pid_t process_ = -1;
};

TEST_F(SeriesInAFile, IsReadWhileItGrowsAndAfterItsWriterWasKilled) {
    {
        Writer writer(path("a.h5"));
        writer.one_more();
        const File file = File::open(path("a.h5"));
        auto series = Series<double>::open(file, "positions", {2, 3});
        EXPECT_EQ(series.rows(), 1);
        for (int k = 1; k < 50; ++k) writer.one_more();
        series.refresh();
        EXPECT_EQ(series.rows(), 50);
        EXPECT_EQ(series.read(49, 1), row(49));
    }
    {
        const File file = File::open(path("a.h5"));
        EXPECT_EQ(Series<double>::open(file, "positions", {2, 3}).read(49, 1), row(49));
    }
    {
        File file = File::open_to_append(path("a.h5"));
        auto series = Series<double>::open(file, "positions", {2, 3});
        series.write(50, row(50));
        file.close();
    }
    const File file = File::open(path("a.h5"));
    EXPECT_EQ(Series<double>::open(file, "positions", {2, 3}).read(50, 1), row(50));
}

}  // namespace
}  // namespace drystone::hdf5::series_test
