from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class UsesAttn(ConanFile):
    """Builds tests/install against the package and runs it."""

    settings = "os", "compiler", "build_type", "arch"
    generators = "CMakeDeps", "CMakeToolchain"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def build(self):
        cmake = CMake(self)
        cmake.configure(build_script_folder="../../../tests/install")
        cmake.build()

    def test(self):
        if can_run(self):
            self.run(str(Path(self.cpp.build.bindir) / "consumer"), env="conanrun")
