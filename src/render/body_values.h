#pragma once

#include <string>
#include <vector>

namespace drystone::render {

/// A number per body from a table (CSV): a column `body` or `id`, a column of numbers, and where it has one a column `time`.
class BodyValues {
  public:
    /// "FILE.csv:column". InputError with file and line where it cannot be read so.
    explicit BodyValues(const std::string& told);

    /// Numbers of bodies by their ids, whatever the time.
    BodyValues(std::string name, const std::vector<double>& ids, const std::vector<double>& values);

    const std::string& name() const { return name_; }

    /// Of the bodies of these ids at a time, of a table with times in the rows of that nearest to it; NaN where it says nothing.
    std::vector<float> at(double time, const std::vector<int>& ids) const;

    /// Least and greatest number that is finite.
    double low() const { return low_; }
    double high() const { return high_; }

  private:
    struct Row {
        double time = 0.0;
        int body = 0;
        float value = 0.0F;
    };

    void add(const Row& row);

    std::string name_;
    std::vector<Row> rows_;  // by time, then as in the file
    double low_ = 0.0, high_ = 0.0;
    bool has_numbers_ = false;
};

}  // namespace drystone::render
