#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace drystone {

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
class Sha256 {
  public:
    void add(std::string_view bytes);
    std::string digits();  // 64 of them, of what was added so far; nothing is added after

  private:
    void take_block(const unsigned char* block);

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> waiting_{};
    std::size_t waits_ = 0;     // bytes in waiting_
    std::uint64_t length_ = 0;  // bytes in all
};

std::string sha256_of(std::string_view bytes);

}  // namespace drystone
