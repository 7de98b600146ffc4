#include "bundle/archive.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "bundle/sha256.h"
#include "core/input_error.h"

namespace drystone::archive_test {
namespace {

namespace fs = std::filesystem;

struct Place {
    fs::path folder = fs::temp_directory_path() / ("drystone_bundle_" + std::to_string(::getpid()));
    Place() { fs::create_directories(folder); }
    ~Place() { fs::remove_all(folder); }
    std::string operator/(const std::string& name) const { return (folder / name).string(); }
};

std::map<std::string, std::string> content_of(const std::string& path) {
    std::map<std::string, std::string> files;
    read_archive(path, [&](ArchivedFile& file) {
        std::string& text = files[file.name];
        for (std::string piece; file.next(piece);) text += piece;
    });
    return files;
}

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Sha256, IsThatOfTheStandard) {  // FIPS 180-4's examples
    EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnThePieces) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += static_cast<char>(i * 37);
    for (const std::size_t piece : {1, 55, 56, 63, 64, 65, 129}) {
        Sha256 hash;
        for (std::size_t at = 0; at < text.size(); at += piece) hash.add(std::string_view(text).substr(at, piece));
        EXPECT_EQ(hash.digits(), sha256_of(text)) << piece;
    }
}

TEST(Archive, GivesBackWhatWasPutIn) {
    const Place place;
    std::map<std::string, std::string> files;
    for (const std::size_t size : {0, 1, 511, 512, 513, 300'000}) files["f" + std::to_string(size)] = std::string(size, 'x');
    files["inputs/0/" + std::string(90, 'n') + "/" + std::string(90, 'm')] = "a long name";
    ArchiveWriter writer(place / "a.tar.gz");
    for (const auto& [name, text] : files) writer.add(name, text);
    EXPECT_FALSE(fs::exists(place / "a.tar.gz")) << "it appears whole or not at all";
    writer.commit();
    EXPECT_EQ(content_of(place / "a.tar.gz"), files);
}

TEST(Archive, TheSameFilesGiveTheSameBytes) {
    const Place place;
    std::ofstream(place / "file") << "some text";
    for (const char* name : {"a", "b"}) {
        ArchiveWriter writer(place / name);
        writer.add_file("file", place / "file");
        writer.commit();
    }
    EXPECT_EQ(bytes_of(place / "a"), bytes_of(place / "b"));
}

TEST(Archive, IsReadByTar) {
    const Place place;
    ArchiveWriter writer(place / "a.tar.gz");
    writer.add("probes/ball.csv", "time,x\n0,1\n");
    writer.commit();
    ASSERT_EQ(std::system(("cd " + place.folder.string() + " && tar xzf a.tar.gz").c_str()), 0);
    EXPECT_EQ(bytes_of(place / "probes/ball.csv"), "time,x\n0,1\n");
}

TEST(Archive, WhatIsDamagedIsRefusedWhereverItIs) {
    const Place place;
    ArchiveWriter writer(place / "a.tar.gz");
    for (int k = 0; k < 20; ++k) writer.add("file" + std::to_string(k), std::string(200 + 71 * static_cast<std::size_t>(k), static_cast<char>('a' + k)));
    writer.commit();
    const std::string whole = bytes_of(place / "a.tar.gz");
    const auto content = content_of(place / "a.tar.gz");
    ASSERT_EQ(content.size(), 20U);
    int refused = 0, harmless = 0;  // a copy from elsewhere in a run of equal letters is the same
    for (std::size_t at = 10; at < whole.size(); at += 7) {  // behind the head of gzip, whose time and system mean nothing
        std::string broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 0x10);
        std::ofstream(place / "b.tar.gz", std::ios::binary) << broken;
        try {
            EXPECT_EQ(content_of(place / "b.tar.gz"), content) << at;
            ++harmless;
        } catch (const InputError&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 20 * harmless);
    for (std::size_t size = 0; size < whole.size(); size += 11) {
        std::ofstream(place / "b.tar.gz", std::ios::binary) << whole.substr(0, size);
        EXPECT_THROW(content_of(place / "b.tar.gz"), InputError) << size;
    }
}

TEST(Archive, NamesThatLeadOutOfAFolderAreRefused) {
    const Place place;
    for (const char* name : {"../x", "a/../../x", "/etc/x", "a/.."}) {
        ArchiveWriter writer(place / "a.tar.gz");
        writer.add(name, "text");
        writer.commit();
        EXPECT_THROW(content_of(place / "a.tar.gz"), InputError) << name;
    }
}

}  // namespace
}  // namespace drystone::archive_test
