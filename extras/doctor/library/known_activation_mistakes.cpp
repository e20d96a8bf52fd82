#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

struct NamedCurve {
    Curve curve;
    const char* name;
    const char* words;
    const char* whose = "";  // another choice than the asked GELU that a library documents
};

constexpr NamedCurve curves[] = {
    {Curve::relu, "relu", "ReLU"},
    {Curve::gelu, "gelu", "the exact GELU", ", PyTorch's default and BERT's"},
    {Curve::gelu_tanh, "gelu_tanh", "the tanh formula of GELU",
     ", JAX's default and GPT-2's"},
    {Curve::gelu_by_sigmoid, "gelu_sigmoid", "x sigmoid(1.702 x)", ", CLIP's"},
    {Curve::gelu_0_44715, "gelu_0_44715", "a GELU with 0.44715, where 0.044715 belongs"},
    {Curve::gelu_doubled, "gelu_doubled", "twice the GELU (0.5 is missing)"},
    {Curve::gelu_without_root, "gelu_no_root",
     "a GELU whose x is not divided by the root of 2"},
    {Curve::silu, "silu", "SiLU"},
    {Curve::leaky_relu, "leaky_relu", "a leaky ReLU"},
    {Curve::none, "none", "nothing at all"},
};

Switches instead_of(Curve asked, Curve given) {
    Switches on;
    if (asked == Curve::relu) on.for_relu = given;
    if (asked == Curve::gelu) on.for_gelu = given;
    if (asked == Curve::gelu_tanh) on.for_gelu_tanh = given;
    return on;
}

/// The exact GELU for the tanh formula, or the other way round.
Mistake other_gelu(const NamedCurve& asked, const NamedCurve& given) {
    const bool is_exact = given.curve == Curve::gelu;
    return {is_exact ? "gelu_kind_exact" : "gelu_kind_tanh",
            instead_of(asked.curve, given.curve),
            std::string("The activation is ") + given.words + given.whose + ", where " +
                asked.words +
                " was asked for. If it knows no other, let the adapter skip that probe.",
            10,
            22,
            "mlx-embeddings 81",
            Level::convention};
}

/// One activation, whatever was asked for.
Mistake always(const NamedCurve& given) {
    Switches on;
    if (given.curve != Curve::relu) on.for_relu = given.curve;
    if (given.curve != Curve::gelu) on.for_gelu = given.curve;
    if (given.curve != Curve::gelu_tanh) on.for_gelu_tanh = given.curve;
    return {std::string("act_always_") + given.name,
            on,
            std::string("The activation is ") + given.words + given.whose +
                ", whatever is asked for. If it knows no other, let the adapter skip the "
                "others' probes.",
            10,
            0,
            "",
            Level::convention};
}

}  // namespace

std::vector<Mistake> activation_mistakes() {
    std::vector<Mistake> mistakes;
    for (const NamedCurve& asked : {curves[1], curves[2], curves[0]}) {
        for (const NamedCurve& given : curves) {
            if (given.curve == asked.curve) continue;
            if (asked.curve != Curve::relu &&
                (given.curve == Curve::gelu || given.curve == Curve::gelu_tanh)) {
                mistakes.push_back(other_gelu(asked, given));
                continue;
            }
            const bool is_documented = *given.whose != 0 && asked.curve != Curve::relu;
            mistakes.push_back(
                {std::string("act_") + given.name + "_for_" + asked.name,
                 instead_of(asked.curve, given.curve),
                 std::string("The activation is ") + given.words + given.whose +
                     ", where " + asked.words + " was asked for.",
                 10, 0, "", is_documented ? Level::convention : Level::mistake});
        }
    }
    for (const NamedCurve& given : {curves[0], curves[1], curves[2], curves[7]}) {
        mistakes.push_back(always(given));
    }
    return mistakes;
}

}  // namespace attn::doctor
