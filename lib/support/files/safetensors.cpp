#include "support/files/safetensors.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"
#include "support/files/first_bytes.hpp"
#include "support/files/json_reader.hpp"
#include "support/files/number_bytes.hpp"
#include "support/files/whole_file.hpp"
#include "support/precision/number_formats.hpp"
#include "support/text/utf8.hpp"

namespace attn {
namespace {

constexpr std::size_t length_bytes = 8;  // before the header: its length
constexpr std::size_t most_header_bytes = 100'000'000;
constexpr std::size_t most_dimensions = 64;
constexpr const char* metadata_name = "__metadata__";

struct Dtype {
    std::string_view name;
    std::size_t bytes;
    NpyType type;  // as which it is read
};

// In the order in which we write them.
constexpr std::array<Dtype, 7> dtypes{{{"I64", 8, NpyType::int64},
                                       {"F64", 8, NpyType::float64},
                                       {"F32", 4, NpyType::float32},
                                       {"F16", 2, NpyType::float16},
                                       {"U8", 1, NpyType::uint8},
                                       {"BOOL", 1, NpyType::boolean},
                                       {"BF16", 2, NpyType::float32}}};

struct Entry {
    std::string name;
    const Dtype* dtype = nullptr;
    std::vector<std::size_t> shape = {};
    std::size_t begin = 0, end = 0;  // in the numbers
};

std::string in_quotes(std::string_view name) {
    return "'" + cut_to_width(name, 80) + "'";
}

std::string json_list(const std::vector<std::size_t>& sizes) {
    std::string text;
    for (const std::size_t size : sizes) {
        text += (text.empty() ? "" : ",") + std::to_string(size);
    }
    return "[" + text + "]";
}

// ---------------------------------------------------------------- the header

const Dtype* read_dtype(JsonReader& json) {
    const std::size_t place = json.place();
    const std::string name = json.string();
    for (const Dtype& known : dtypes) {
        if (known.name == name) return &known;
    }
    throw JsonError(place, "the dtype " + in_quotes(name) +
                               "; F64, F32, F16, BF16, I64, U8 and BOOL are read");
}

std::vector<std::size_t> read_sizes(JsonReader& json) {
    const std::size_t place = json.place();
    std::vector<std::size_t> sizes;
    json.list([&] {
        sizes.push_back(json.whole_number());
        if (sizes.size() <= most_dimensions) return;
        throw JsonError(
            place, "a list of more than " + std::to_string(most_dimensions) + " numbers");
    });
    return sizes;
}

void read_offsets(JsonReader& json, Entry& entry) {
    const std::size_t place = json.place();
    const std::vector<std::size_t> offsets = read_sizes(json);
    if (offsets.size() != 2 || offsets[0] > offsets[1]) {
        throw JsonError(place, "data_offsets " + json_list(offsets) +
                                   "; wanted a begin, and an end that is not before it");
    }
    entry.begin = offsets[0];
    entry.end = offsets[1];
}

Entry read_entry(JsonReader& json, const std::string& name) {
    Entry entry{.name = name};
    const std::size_t first_place = json.place();
    std::size_t keys = 0;
    json.object([&](const std::string& key, std::size_t place) {
        ++keys;
        if (key == "dtype") {
            entry.dtype = read_dtype(json);
        } else if (key == "shape") {
            entry.shape = read_sizes(json);
        } else if (key == "data_offsets") {
            read_offsets(json, entry);
        } else {
            throw JsonError(place, "the key " + in_quotes(key) +
                                       "; an array has dtype, shape and data_offsets");
        }
    });
    if (keys == 3) return entry;
    throw JsonError(first_place, in_quotes(name) + " needs dtype, shape and data_offsets");
}

/// Such as {"norm.bias":{"dtype":"F32","shape":[8],"data_offsets":[0,32]}}.
std::vector<Entry> read_entries(std::string_view header) {
    if (!header.starts_with('{')) throw JsonError(0, "a header begins with '{'");
    JsonReader json(header);
    std::vector<Entry> entries;
    json.object([&](const std::string& name, std::size_t) {
        if (name == metadata_name) {
            json.object([&](const std::string&, std::size_t) { json.string(); });
        } else {
            entries.push_back(read_entry(json, name));
        }
    });
    json.expect_end();
    return entries;
}

// ---------------------------------------------------------------- the numbers

/// What is wrong with the place of an entry when those before it end at end, or nothing.
std::string problem_of_place(const Entry& entry, std::size_t end, std::size_t all) {
    if (entry.begin < end) {
        return "and the array before it ends at " + std::to_string(end) + ": they overlap";
    }
    if (entry.begin > end) {
        return "and what is before it ends at " + std::to_string(end) +
               ": the bytes between belong to no array";
    }
    if (entry.end > all) return "of which there are " + std::to_string(all) + " bytes";
    if (!fills(entry.shape, entry.dtype->bytes, entry.end - entry.begin)) {
        return "which its shape " + json_list(entry.shape) + " of " +
               std::to_string(entry.dtype->bytes) + " bytes each does not fill";
    }
    return "";
}

/// Sorts the entries by their places, which must follow each other and take up all bytes.
void require_places(std::vector<Entry>& entries, std::size_t all) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::size_t end = 0;
    for (const Entry& entry : entries) {
        const std::string problem = problem_of_place(entry, end, all);
        if (!problem.empty()) {
            throw SafetensorsError(in_quotes(entry.name) + " is at " +
                                   json_list({entry.begin, entry.end}) +
                                   " of the numbers, " + problem);
        }
        end = entry.end;
    }
    if (end == all) return;
    throw SafetensorsError("its arrays end at byte " + std::to_string(end) +
                           " of the numbers, of which there are " + std::to_string(all) +
                           " bytes");
}

double decoded(std::string_view bytes, std::size_t i, const NumberFormat& format) {
    const unsigned low = static_cast<unsigned char>(bytes[2 * i]);
    const unsigned high = static_cast<unsigned char>(bytes[2 * i + 1]);
    return decode16(static_cast<std::uint16_t>(256 * high + low), format);
}

double number_at(const Dtype& dtype, std::string_view bytes, std::size_t i) {
    if (dtype.name == "BF16") return decoded(bytes, i, bfloat16);
    return number_at(dtype.type, bytes, i);
}

NpyArray read_array(const Entry& entry, std::string_view numbers) {
    const std::string_view bytes = numbers.substr(entry.begin, entry.end - entry.begin);
    const std::size_t count = bytes.size() / entry.dtype->bytes;
    NpyArray array{.shape = entry.shape, .type = entry.dtype->type};
    array.values.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        array.values.push_back(number_at(*entry.dtype, bytes, i));
        if (can_hold(array.type, array.values.back())) continue;
        throw SafetensorsError(in_quotes(entry.name) + ": its number " + std::to_string(i) +
                               " is a BOOL other than 0 and 1, or an I64 not below 2^53");
    }
    return array;
}

std::size_t header_bytes_of(std::string_view bytes) {
    if (bytes.size() < length_bytes) {
        throw SafetensorsError(
            "it has " + std::to_string(bytes.size()) +
            " bytes; a safetensors file begins with 8, its header's length");
    }
    std::uint64_t length = 0;
    for (std::size_t i = length_bytes; i > 0; --i) {
        length = length * 256 + static_cast<unsigned char>(bytes[i - 1]);
    }
    const std::size_t rest = bytes.size() - length_bytes;
    if (length <= std::min(rest, most_header_bytes))
        return static_cast<std::size_t>(length);
    const bool is_cut = bytes.size() <= length_bytes || bytes[length_bytes] == '{';
    if (!is_cut) {
        throw SafetensorsError("it does not begin as a .safetensors file does, but with " +
                               first_bytes_text(bytes));
    }
    throw SafetensorsError("its first 8 bytes announce a header of " +
                           std::to_string(length) + " bytes; " + std::to_string(rest) +
                           " follow, and at most " + std::to_string(most_header_bytes) +
                           " are read");
}

std::map<std::string, NpyArray> read_arrays(std::string_view bytes) {
    const std::size_t header_bytes = header_bytes_of(bytes);
    std::vector<Entry> entries = read_entries(bytes.substr(length_bytes, header_bytes));
    const std::string_view numbers = bytes.substr(length_bytes + header_bytes);
    require_places(entries, numbers.size());
    std::map<std::string, NpyArray> arrays;
    for (const Entry& entry : entries) arrays[entry.name] = read_array(entry, numbers);
    return arrays;
}

// ---------------------------------------------------------------- writing

void require_writable(const std::string& name, const NpyArray& array) {
    if (name == metadata_name || valid_utf8_bytes(name) < name.size()) {
        throw std::domain_error("safetensors_bytes: an array has the name " +
                                in_quotes(name) + "; a name is UTF-8, and not " +
                                metadata_name);
    }
    if (array.shape.size() > most_dimensions ||
        !fills(array.shape, 1, array.values.size())) {
        throw ShapeError("safetensors_bytes: " + in_quotes(name) + " has the shape " +
                         json_list(array.shape) + " and " +
                         std::to_string(array.values.size()) +
                         " values; the values fill the shape, of at most " +
                         std::to_string(most_dimensions) + " dimensions");
    }
}

std::string entry_text(const std::string& name, const Dtype& dtype, const NpyArray& array,
                       std::size_t begin) {
    const std::size_t end = begin + array.values.size() * dtype.bytes;
    return json_string(name) + ":{\"dtype\":\"" + std::string(dtype.name) +
           "\",\"shape\":" + json_list(array.shape) +
           ",\"data_offsets\":" + json_list({begin, end}) + "}";
}

void append_numbers(std::string& numbers, const std::string& name, const NpyArray& array) {
    for (const double value : array.values) {
        if (!can_hold(array.type, value)) {
            throw std::domain_error("safetensors_bytes: a value of " + in_quotes(name) +
                                    " is " + exact_text(value) +
                                    ", which its type cannot hold; take float64");
        }
        append_number(numbers, array.type, value);
    }
}

std::string length_text(std::uint64_t length) {
    std::string bytes;
    for (std::size_t i = 0; i < length_bytes; ++i) {
        bytes += static_cast<char>(static_cast<unsigned char>(length >> (8 * i) & 255));
    }
    return bytes;
}

}  // namespace

std::map<std::string, NpyArray> parse_safetensors(std::string_view bytes,
                                                  std::string_view file) {
    const std::string name = clean_utf8(file);
    try {
        return read_arrays(bytes);
    } catch (const JsonError& error) {
        throw SafetensorsError(name + ": at byte " +
                               std::to_string(length_bytes + error.place) +
                               ", in its header: " + error.what());
    } catch (const SafetensorsError& error) {
        throw SafetensorsError(name + ": " + error.what());
    }
}

std::map<std::string, NpyArray> read_safetensors(const std::filesystem::path& file) {
    return parse_safetensors(read_whole_file(file), file.string());
}

std::string safetensors_bytes(const std::map<std::string, NpyArray>& arrays) {
    std::string header, numbers;
    for (const Dtype& dtype : dtypes) {
        if (dtype.name == "BF16") continue;  // only read
        for (const auto& [name, array] : arrays) {
            if (array.type != dtype.type) continue;
            require_writable(name, array);
            header += header.empty() ? "{" : ",";
            header += entry_text(name, dtype, array, numbers.size());
            append_numbers(numbers, name, array);
        }
    }
    header += arrays.empty() ? "{}" : "}";
    header.append((8 - header.size() % 8) % 8, ' ');
    return length_text(header.size()) + header + numbers;
}

void write_safetensors(const std::filesystem::path& file,
                       const std::map<std::string, NpyArray>& arrays) {
    write_whole_file(file, safetensors_bytes(arrays));
}

}  // namespace attn
