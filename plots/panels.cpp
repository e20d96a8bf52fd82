#include "plots/panels.hpp"

namespace attn::plots {

HeatMap shares_panel(const Matrix& shares, const std::vector<std::string>& row_labels,
                     const std::vector<std::string>& column_labels) {
    return {.values = shares,
            .row_labels = row_labels,
            .column_labels = column_labels,
            .row_axis = "",
            .column_axis = ""};
}

void draw_panel(Canvas& canvas, Point corner, double pitch, const std::string& name,
                double name_height, const HeatMap& map) {
    canvas.text({corner.x, corner.y - name_height}, name, {.bold = true});
    draw_heat_map(canvas, corner, pitch, map);
}

void draw_step(Canvas& canvas, double left, double right, double y,
               const std::string& name) {
    canvas.add(Arrow{{left, y}, {right, y}, muted, 1.6});
    canvas.text({(left + right) / 2, y - 16}, name, {.size = 14, .align = Align::centre});
}

}  // namespace attn::plots
