#include "chapters/13_speed/speed_table.hpp"

#include <sstream>
#include <stdexcept>

#include "attn/files/whole_file.hpp"
#include "attn/text/print.hpp"
#include "chapters/program/folders.hpp"
#include "chapters/text/show.hpp"

namespace attn::speed {
namespace {

using chapters::scientific_text;

void read_line(const std::string& line, SpeedTable& table) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "machine") {
        std::getline(words >> std::ws, table.machine);
    } else if (kind == "peak") {
        words >> table.peak;
    } else if (kind == "ladder") {
        words >> table.size;
    } else if (kind == "rung") {
        Rung rung;
        words >> rung.threads >> rung.gflops >> rung.error;
        std::getline(words >> std::ws, rung.name);
        table.rungs.push_back(rung);
    } else if (kind == "size") {
        AtSize at;
        words >> at.size >> at.three_loops >> at.read_ahead;
        table.sizes.push_back(at);
    } else if (kind == "length") {
        AtLength at;
        words >> at.length >> at.full_ms >> at.full_mib >> at.online_ms >> at.online_mib;
        table.lengths.push_back(at);
    } else {
        throw std::runtime_error("measurements: cannot read \"" + line + "\"");
    }
    if (words.fail())
        throw std::runtime_error("measurements: cannot read \"" + line + "\"");
}

}  // namespace

std::string table_text(const SpeedTable& table) {
    std::string text = "# Written by ./run 13 --full --write FILE\nmachine " +
                       table.machine + "\npeak " + number_text(table.peak, 1) +
                       "\nladder " + std::to_string(table.size) + "\n";
    for (const Rung& rung : table.rungs) {
        text += "rung " + std::to_string(rung.threads) + " " + number_text(rung.gflops, 2) +
                " " + scientific_text(rung.error, 1) + " " + rung.name + "\n";
    }
    for (const AtSize& at : table.sizes) {
        text += "size " + std::to_string(at.size) + " " + number_text(at.three_loops, 2) +
                " " + number_text(at.read_ahead, 1) + "\n";
    }
    for (const AtLength& at : table.lengths) {
        text += "length " + std::to_string(at.length) + " " + number_text(at.full_ms, 3) +
                " " + number_text(at.full_mib, 3) + " " + number_text(at.online_ms, 3) +
                " " + number_text(at.online_mib, 3) + "\n";
    }
    return text;
}

SpeedTable read_table(const std::string& text) {
    SpeedTable table;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line[0] != '#') read_line(line, table);
    }
    return table;
}

SpeedTable recorded_table(const std::string& name) {
    return read_table(read_whole_file(chapters::chapters_folder() / "13_speed/measured" /
                                      (name + ".txt")));
}

Book book_tables() {
    return {recorded_table("avx512_gcc"), recorded_table("avx2_gcc"),
            recorded_table("avx512_clang"), recorded_table("avx2_clang")};
}

}  // namespace attn::speed
