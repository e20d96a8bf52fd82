/// What a file is that is not what its name says. Introduced in chapter 12.
#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The first bytes as text and, where that can be seen, what they are the beginning of and what
/// to do: "\"<!DOCTYPE html>…\", which is a web page: a download that failed leaves such a
/// file; fetch it again". For messages of readers that expected something else.
std::string first_bytes_text(std::string_view bytes);

}  // namespace attn
