# 32 bits. Debian: g++-i686-linux-gnu qemu-user
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_CXX_COMPILER i686-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-i386)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)  # qemu 7.2 hangs where a shared libc starts a thread
