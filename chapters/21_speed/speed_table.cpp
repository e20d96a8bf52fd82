#include "chapters/21_speed/21_speed.hpp"

#include "chapters/printing/recording.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/program/folders.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"

namespace attn::speed {
namespace {

using chapters::RecordedLine;
using chapters::scientific_text;

void read_line(RecordedLine& line, SpeedTable& table) {
    const std::string kind = line.word();
    if (kind == "machine") {
        table.machine = line.rest();
    } else if (kind == "peak") {
        table.peak = line.number();
    } else if (kind == "ladder") {
        table.size = line.whole();
    } else if (kind == "rung") {
        Rung rung;
        rung.threads = line.whole();
        rung.gflops = line.number();
        rung.error = line.number();
        rung.name = line.rest();
        table.rungs.push_back(rung);
    } else if (kind == "rows") {
        table.rows.push_back({line.whole(), line.number()});
    } else {
        line.require(kind == "length");
        table.lengths.push_back(
            {line.whole(), line.number(), line.number(), line.number(), line.number()});
    }
}

}  // namespace

std::string table_text(const SpeedTable& table) {
    std::string text = "# Written by ./run 21 --full --record FILE\nmachine " +
                       table.machine + "\npeak " + number_text(table.peak, 1) +
                       "\nladder " + std::to_string(table.size) + "\n";
    for (const Rung& rung : table.rungs) {
        text += "rung " + std::to_string(rung.threads) + " " + number_text(rung.gflops, 2) +
                " " + scientific_text(rung.error, 1) + " " + rung.name + "\n";
    }
    for (const AtLength& at : table.lengths) {
        text += "length " + std::to_string(at.length) + " " + number_text(at.full_ms, 3) +
                " " + number_text(at.full_mib, 3) + " " + number_text(at.online_ms, 3) +
                " " + number_text(at.online_mib, 3) + "\n";
    }
    for (const AtRows& at : table.rows)
        text += "rows " + std::to_string(at.rows) + " " + number_text(at.ms, 3) + "\n";
    return text;
}

std::vector<std::optional<double>> parts_of_the_peak(const SpeedTable& table) {
    std::vector<std::optional<double>> parts;
    bool is_float = false;
    for (const Rung& rung : table.rungs) {
        is_float = is_float || rung.name == "float32";
        parts.emplace_back();
        if (is_float)
            parts.back() = rung.gflops / (table.peak * static_cast<double>(rung.threads));
    }
    return parts;
}

SpeedTable read_table(const std::string& text) {
    SpeedTable table;
    const char* form = "machine, peak, ladder, rung, length or rows, and its numbers";
    for (RecordedLine& line : chapters::recorded_lines(text, form)) read_line(line, table);
    return table;
}

SpeedTable recorded_table(const std::string& name) {
    return read_table(read_whole_file(chapters::chapters_folder() / "21_speed/measured" /
                                      (name + ".txt")));
}

Book book_tables() {
    return {recorded_table("avx512_gcc"), recorded_table("eight_columns_more"),
            recorded_table("avx512_clang"), recorded_table("avx2_gcc"),
            recorded_table("avx2_clang")};
}

}  // namespace attn::speed
