#include "support/files/first_bytes.hpp"

#include "catch.hpp"
#include "support/files/safetensors.hpp"

using namespace attn;

TEST_CASE("What stands in place of a file is said where it can be seen", "[files]") {
    const auto says = [](std::string_view bytes, const std::string& what) {
        INFO(first_bytes_text(bytes));
        CHECK_THAT(first_bytes_text(bytes), ContainsText(what));
    };
    says("", "nothing: it is empty");
    says("<!DOCTYPE html><html><head>",
         "\"<!DOCTYPE html><html><he\u2026\", which is a web page");
    says("\n<html>", "a web page");
    says("\x1f\x8b\x08", "compressed by gzip");
    says("GGUF\3", "llama.cpp's format");
    says("PK\3\4", "a zip archive");
    says("\x80\x02}", "a Python pickle");
    says("version https://git-lfs.github.com/spec/v1", "git lfs pull");
    says("{\"metadata\": {}}", "JSON; an index.json");
    says("\x93NUMPY\1", "a .npy file");
    says(safetensors_bytes({}), "a .safetensors file");
    says("\x89HDF", "HDF5");
    CHECK(first_bytes_text("0.5 0.5") == "\"0.5 0.5\"");
    CHECK(first_bytes_text("a\x1b[2J") == "\"a\uFFFD[2J\"");
}
