#pragma once

#include "hdf5/group.h"

namespace drystone::hdf5 {

/// A list of texts that grows. Each has room for so many bytes of UTF-8; what is longer is cut between two letters.
class TextSeries {
  public:
    static TextSeries make(const Group& group, const std::string& name, std::size_t bytes,
                           std::int64_t chunk);
    static TextSeries open(const Group& group, const std::string& name);

    std::int64_t rows() const { return rows_; }

    /// As it would be kept: cut where it is too long.
    std::string kept(const std::string& text) const;

    /// Texts first, first + 1, ...; the list grows where they reach beyond its end.
    void write(std::int64_t first, std::span<const std::string> texts);

    /// Takes the texts beyond the end away. Not in append mode.
    void cut(std::int64_t rows);

    /// The first ones.
    std::vector<std::string> read(std::int64_t count) const;

    /// Looks again how far another process has got.
    void refresh();

  private:
    TextSeries(Handle data, Handle type, std::string place);

    Handle data_, type_;
    std::string place_;
    std::int64_t rows_ = 0;
    std::size_t bytes_ = 1;
};

}  // namespace drystone::hdf5
