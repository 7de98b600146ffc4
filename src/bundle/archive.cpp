#include "bundle/archive.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <memory>

#include <fmt/format.h>

#include "core/input_error.h"
#include "io/atomic_file.h"

namespace drystone {

namespace {

constexpr std::size_t block = 512, piece_size = 1 << 18;
using Header = std::array<char, block>;

// Fields of a header (POSIX 1003.1, ustar): offset and length.
struct Field {
    std::size_t offset, length;
};
constexpr Field name_field{0, 100}, mode_field{100, 8}, owner_field{108, 8}, group_field{116, 8}, size_field{124, 12}, time_field{136, 12},
    sum_field{148, 8}, type_field{156, 1}, magic_field{257, 8}, prefix_field{345, 155};

void put(Header& header, Field field, std::string_view text) { std::copy(text.begin(), text.end(), header.begin() + static_cast<std::ptrdiff_t>(field.offset)); }

void put_octal(Header& header, Field field, std::uint64_t number) {
    put(header, field, fmt::format("{:0{}o}", number, field.length - 1));
}

/// The sum of all bytes, its own field taken as blanks.
unsigned sum_of(Header header) {
    std::fill_n(header.begin() + sum_field.offset, sum_field.length, ' ');
    unsigned sum = 0;
    for (const char byte : header) sum += static_cast<unsigned char>(byte);
    return sum;
}

Header header_of(const std::string& name, std::uint64_t size) {
    Header header{};
    std::size_t cut = 0;  // a long name goes in two parts, at a slash
    if (name.size() > name_field.length) {
        cut = name.rfind('/', prefix_field.length);
        if (cut == std::string::npos || name.size() - cut - 1 > name_field.length)
            throw InputError(name, "is too long a name for an archive");
        put(header, prefix_field, name.substr(0, cut));
        ++cut;
    }
    put(header, name_field, name.substr(cut));
    put_octal(header, mode_field, 0644);
    put_octal(header, owner_field, 0);
    put_octal(header, group_field, 0);
    put_octal(header, size_field, size);
    put_octal(header, time_field, 0);
    put(header, type_field, "0");
    put(header, magic_field, std::string_view("ustar\00000", 8));
    put(header, sum_field, fmt::format("{:06o}\0 ", sum_of(header)));
    return header;
}

std::string text_in(const Header& header, Field field) {
    const char* begin = header.data() + field.offset;
    return {begin, std::find(begin, begin + field.length, '\0')};
}

/// -1: no number.
std::int64_t octal_in(const Header& header, Field field) {
    std::int64_t number = 0;
    for (const char digit : text_in(header, field)) {
        if (digit == ' ') break;
        if (digit < '0' || digit > '7') return -1;
        number = 8 * number + (digit - '0');
    }
    return number;
}

bool leads_out(const std::string& name) {
    return name.empty() || name[0] == '/' || ("/" + name + "/").find("/../") != std::string::npos;
}

/// Bytes of a gzip file as they come.
class GzipReader {
  public:
    explicit GzipReader(const std::string& path) : path_(path), file_(gzopen(path.c_str(), "rb")) {
        if (!file_) throw InputError(path, "cannot be opened");
        if (gzdirect(file_.get())) fail("is no archive of drystone pack: it is not compressed by gzip");
    }

    [[noreturn]] void fail(const std::string& why) const { throw InputError(path_, why); }

    /// All of them, or a refusal; false: the file ends here.
    bool read(char* bytes, std::size_t size) {
        const int got = gzread(file_.get(), bytes, static_cast<unsigned>(size));
        if (got < 0) fail("is damaged: its checksum or its compression is wrong");
        if (got == 0) {
            int code = Z_OK;
            gzerror(file_.get(), &code);
            if (code != Z_OK && code != Z_STREAM_END) fail("is cut short");
            return false;
        }
        if (static_cast<std::size_t>(got) < size) fail("is cut short");
        return true;
    }

  private:
    struct Close {
        void operator()(gzFile file) const { gzclose(file); }
    };

    std::string path_;
    std::unique_ptr<gzFile_s, Close> file_;
};

}  // namespace

struct ArchiveWriter::Content {
    AtomicFile file;
    z_stream stream{};
    std::array<char, piece_size> out;

    explicit Content(const std::string& path) : file(path) {
        constexpr int gzip = 16, window = 15, memory = 8;
        deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window + gzip, memory, Z_DEFAULT_STRATEGY);
    }
    ~Content() { deflateEnd(&stream); }

    void write(std::string_view bytes, int flush = Z_NO_FLUSH) {
        stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
        stream.avail_in = static_cast<unsigned>(bytes.size());
        do {
            stream.next_out = reinterpret_cast<unsigned char*>(out.data());
            stream.avail_out = static_cast<unsigned>(out.size());
            deflate(&stream, flush);
            file.write({out.data(), out.size() - stream.avail_out});
        } while (stream.avail_out == 0);
    }

    void begin(const std::string& name, std::uint64_t size) {
        const Header header = header_of(name, size);
        write({header.data(), header.size()});
    }

    void fill_up(std::uint64_t size) { write(std::string((block - size % block) % block, '\0')); }
};

ArchiveWriter::ArchiveWriter(const std::string& path) : content_(std::make_unique<Content>(path)) {}
ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::add(const std::string& name, std::string_view content) {
    content_->begin(name, content.size());
    content_->write(content);
    content_->fill_up(content.size());
}

void ArchiveWriter::add_file(const std::string& name, const std::string& path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) throw InputError(path, "cannot be read");
    const auto size = static_cast<std::uint64_t>(file.tellg());
    file.seekg(0);
    content_->begin(name, size);
    std::string piece(piece_size, '\0');
    for (std::uint64_t left = size; left > 0;) {
        const std::size_t now = std::min<std::uint64_t>(left, piece.size());
        if (!file.read(piece.data(), static_cast<std::streamsize>(now))) throw InputError(path, "has changed while it was read");
        content_->write({piece.data(), now});
        left -= now;
    }
    content_->fill_up(size);
}

void ArchiveWriter::commit() {
    content_->write(std::string(2 * block, '\0'), Z_FINISH);
    content_->file.commit();
}

void read_archive(const std::string& path, const std::function<void(ArchivedFile&)>& take) {
    GzipReader reader(path);
    for (Header header; reader.read(header.data(), header.size());) {
        if (header[0] == '\0') {  // two empty blocks are the end
            while (reader.read(header.data(), header.size())) {}
            return;
        }
        const std::int64_t size = octal_in(header, size_field);
        if (size < 0 || octal_in(header, sum_field) != sum_of(header) || text_in(header, magic_field).substr(0, 5) != "ustar")
            reader.fail("is damaged: what describes a file in it is wrong");
        const std::string prefix = text_in(header, prefix_field);
        ArchivedFile file{.name = (prefix.empty() ? "" : prefix + "/") + text_in(header, name_field), .size = size, .next = {}};
        if (leads_out(file.name) || text_in(header, type_field) != "0") reader.fail("holds \"" + file.name + "\", which is no file of a run");
        std::int64_t left = size;
        file.next = [&](std::string& piece) {
            piece.resize(static_cast<std::size_t>(std::min<std::int64_t>(left, piece_size)));
            if (piece.empty()) return false;
            if (!reader.read(piece.data(), piece.size())) reader.fail("is cut short");
            left -= std::ssize(piece);
            return true;
        };
        take(file);
        std::string rest;
        while (file.next(rest)) {}
        rest.resize((block - static_cast<std::size_t>(size) % block) % block);
        if (!rest.empty() && !reader.read(rest.data(), rest.size())) reader.fail("is cut short");
    }
    reader.fail("is cut short");
}

}  // namespace drystone
