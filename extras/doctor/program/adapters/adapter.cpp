// c++ -std=c++17 THIS_FILE -o mine && ./doctor attention -- ./mine
// ./doctor KIND lists what a case of another kind holds. With this book's library there is no need
// of files: attn::examine_attention(f), in doctor/library/doctor.hpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Numbers = std::vector<double>;
std::string word(const std::string& dir, const std::string& key);  // of case.txt; "": there is none
double number(const std::string& dir, const std::string& key);  // the same, where it is a number
Numbers read_array(const std::string& dir, const std::string& name);  // empty: there is none
void write_array(const std::string& dir, const std::string& name, const Numbers& numbers,
                 const std::string& shape);
void skip(const std::string& dir);  // yours is not meant to do what is asked

int main(int argc, char** argv) {
    for (int i = 2; i < argc; ++i) {  // argv[1] is the kind
        const std::string dir = argv[i];
        const int n = number(dir, "n_query"), m = number(dir, "n_key"), causal = number(dir, "causal");
        const int d_k = number(dir, "d_k"), d_v = number(dir, "d_v");
        const Numbers q = read_array(dir, "q"), k = read_array(dir, "k"), v = read_array(dir, "v");
        const Numbers mask = read_array(dir, "mask");  // [n x m] 1 where a key may be attended to
        Numbers output(n * d_v);
        skip(dir);  // yours in its place: fill output
        write_array(dir, "output", output, std::to_string(n) + ", " + std::to_string(d_v));
        // and "grad_q", ... in attention_grad
    }
}

// Files: nothing to fill in below.
std::string word(const std::string& dir, const std::string& key) {
    std::ifstream file(dir + "/case.txt");
    std::map<std::string, std::string> words;
    for (std::string each, value; file >> each >> value;) words[each] = value;
    return words[key];
}

double number(const std::string& dir, const std::string& key) {
    const std::string value = word(dir, key);
    return value.empty() ? 0 : std::stod(value);
}

Numbers read_array(const std::string& dir, const std::string& name) {
    std::ifstream file(dir + "/" + name + ".npy", std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    const std::string all = bytes.str();
    if (all.size() < 10) return {};
    const std::size_t begin = 10 + static_cast<unsigned char>(all[8]) + 256u * static_cast<unsigned char>(all[9]);
    const std::string header = all.substr(10, begin - 10);
    const bool is_double = header.find("<f8") != header.npos;
    const std::size_t each = header.find("|u1") != header.npos ? 1 : 8;
    Numbers numbers;
    for (std::size_t at = begin; at + each <= all.size(); at += each) {
        double number = static_cast<unsigned char>(all[at]);
        std::int64_t whole = 0;
        if (is_double) std::memcpy(&number, &all[at], 8);
        if (!is_double && each == 8) std::memcpy(&whole, &all[at], 8), number = static_cast<double>(whole);
        numbers.push_back(number);
    }
    return numbers;
}

void write_array(const std::string& dir, const std::string& name, const Numbers& numbers,
                 const std::string& shape) {
    std::ofstream file(dir + "/" + name + ".npy", std::ios::binary);
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + ",), }";
    header.resize(117, ' ');
    file.write("\x93NUMPY\x01\x00\x76\x00", 10);
    file << header << '\n';
    file.write(reinterpret_cast<const char*>(numbers.data()), 8 * numbers.size());
}

void skip(const std::string& dir) { std::ofstream(dir + "/skip"); }
