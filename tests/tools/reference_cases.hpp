/// Reference cases: inputs, weights and results that other systems computed, one folder
/// each. tests/reference/README.txt describes the format.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/files/npy.hpp"

namespace reference {

/// A case that is not as the format says. The message names the case's folder.
class CaseError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A case in order, of a kind that no family here can compute.
class UnknownCase : public CaseError {
public:
    using CaseError::CaseError;
};

/// Given agrees with wanted when |given - wanted| <= absolute + relative |wanted|.
struct Tolerance {
    double absolute = 0.0;
    double relative = 0.0;
};

using Arrays = std::map<std::string, attn::NpyArray>;  // by their slot

struct Case {
    std::filesystem::path folder = {};
    std::string name = {};
    std::string family = {};
    std::string op = {};
    std::map<std::string, std::string> attributes = {};  // values as they stand
    Arrays inputs = {};
    Arrays weights = {};
    Arrays masks = {};
    Arrays outputs = {};        // what must come out
    Arrays intermediates = {};  // values inside a layer
    Arrays gradients = {};      // of the loss, by the slot
    Arrays observed = {};       // what the other system printed: information, no target
    std::optional<Tolerance> tolerance = {};        // in double; none: do not compare
    std::optional<Tolerance> float_tolerance = {};  // the same in float32

    /// An attribute as a number.
    /// throws  CaseError  when it is there and no number
    double number(const std::string& attribute, double if_absent) const;
};

/// The case in a folder, every array read.
/// throws  CaseError       when case.txt cannot be read, breaks the format, or says another
///                         shape or type of an array than its file
///         attn::NpyError or attn::SafetensorsError  when an array cannot be read
Case read_case(const std::filesystem::path& folder);

/// All folders under root, root among them, that hold a case.txt, in the order of their
/// names.
/// throws  CaseError  when there are none
std::vector<std::filesystem::path> cases_under(const std::filesystem::path& root);

/// What our library computes for a case, by the slots of outputs and intermediates: one set
/// for each source of the masks (PyTorch's own, "allowed"), and each must agree.
using Family = std::function<std::vector<Arrays>(const Case&)>;

/// The families that are known, by name. A new one is a function and a line here.
const std::map<std::string, Family>& families();

/// How the outputs of an op are computed, by PyTorch's name for it: what the family grad needs.
const std::map<std::string, Family>& families_by_op();

/// The families that lib/fast computes too, in float32: outputs alone.
const std::map<std::string, Family>& fast_families();

/// The library in double, or lib/fast.
enum class Library { naive, fast };

/// How far given is from wanted, as a multiple of the tolerance: at most 1 agrees. NaN
/// agrees with NaN only, an infinity with the same infinity only.
///
/// returns  infinity where a tolerance of 0 is missed, or NaN or an infinity is wrong
double error_over_tolerance(double given, double wanted, const Tolerance& tolerance);

struct Verdict {
    double worst = 0.0;        // the largest error over tolerance
    std::string failure = {};  // what was wrong first; empty: the case passed
};

/// Runs a case through our library and compares every output, every intermediate and every
/// gradient (those that lib/fast gives, if that is the library). An error that the library
/// throws is a failure.
/// throws  UnknownCase  when the case asks for what is not known here
///         CaseError    when it lacks an array that its op needs
Verdict check_case(const Case& given, Library library = Library::naive);

/// Checks all cases under the roots and prints a line for each failure and each family.
///
/// returns  0 when every case passed; 1 when one failed, or is of an unknown kind and
///          skip_unknown is false; 2 when a folder holds no case, or a case is broken
int check_all(const std::vector<std::filesystem::path>& roots, bool skip_unknown,
              std::ostream& out, Library library = Library::naive);

}  // namespace reference
