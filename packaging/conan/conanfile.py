# Conan 2, with the sources that it stands in: conan create packaging/conan
import re
from pathlib import Path

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Attn(ConanFile):
    name = "attn"
    description = "Attention by Hand: the Transformer in plain C++"
    license = "MIT"
    package_type = "library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    def _sources(self):
        return Path(self.recipe_folder).parents[1]

    def set_version(self):
        text = (self._sources() / "CMakeLists.txt").read_text()
        self.version = re.search(r"project\(attn VERSION (\S+)", text)[1]

    def export_sources(self):
        for part in ("CMakeLists.txt", "LICENSE", "lib/*"):
            copy(self, part, self._sources(), self.export_sources_folder)

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for option in ("ATTN_BUILD_CHAPTERS", "ATTN_BUILD_DOCTOR", "ATTN_BUILD_TESTS"):
            toolchain.cache_variables[option] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, Path(self.package_folder) / "licenses")

    def package_info(self):
        self.cpp_info.libs = ["attn"]
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m", "pthread"]
