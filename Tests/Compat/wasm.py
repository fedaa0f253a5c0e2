# SPDX-License-Identifier: Apache-2.0
"""Runs a program in WebAssembly (wasmtime, from PyPI): one for WASI, or one that uses wasm64.c."""
import ctypes
import re
import struct
import sys

import wasmtime

libc = ctypes.CDLL(None)
libm = ctypes.CDLL("libm.so.6")
libm.hypot.restype = ctypes.c_double
libm.hypot.argtypes = [ctypes.c_double, ctypes.c_double]
CONVERSION = re.compile(rb"%([-+ #0]*)(\d*)(?:\.(\d+|\*))?(hh|h|ll|l|z)?([a-zA-Z%])")


class Arguments:
    """The variable arguments of a call: one after the other in memory, each at a multiple of its size."""

    def __init__(self, memory, store, at):
        self.memory, self.store, self.at = memory, store, at

    def take(self, code):
        size = struct.calcsize(code)
        self.at = (self.at + size - 1) // size * size
        value = struct.unpack("<" + code, bytes(self.memory.read(self.store, self.at, self.at + size)))[0]
        self.at += size
        return value


def text_at(memory, store, at, limit=None):
    """The bytes of a text up to its zero, or up to `limit`."""
    found = bytearray()
    while limit is None or len(found) < limit:
        byte = memory.read(store, at + len(found), at + len(found) + 1)[0]
        if byte == 0:
            break
        found.append(byte)
    return bytes(found)


def formatted(memory, store, form, arguments):
    """Formats as printf does: each conversion is done by the C library of this machine."""

    def convert(match):
        flags, width, precision, length, kind = match.groups()
        if kind == b"%":
            return b"%"
        if precision == b"*":
            precision = str(arguments.take("i")).encode()
        if kind == b"s":
            return text_at(memory, store, arguments.take("Q"), None if precision is None else int(precision))
        call = b"%" + flags + width + (b"" if precision is None else b"." + precision)
        room = ctypes.create_string_buffer(512)
        if kind in b"aefgAEFG":
            libc.snprintf(room, 512, call + kind, ctypes.c_double(arguments.take("d")))
        else:
            value = arguments.take("q" if length in (b"l", b"ll", b"z") else "i")
            libc.snprintf(room, 512, call + b"ll" + kind, ctypes.c_longlong(value)) if kind == b"d" or length in (
                b"l", b"ll", b"z") else libc.snprintf(room, 512, call + kind, ctypes.c_int(value))
        return room.value

    return CONVERSION.sub(convert, form)


def main(path):
    config = wasmtime.Config()
    config.wasm_memory64 = True
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    wasi = wasmtime.WasiConfig()
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    wasi.argv = ["host"]
    store.set_wasi(wasi)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    instance = None

    def memory():
        return instance.exports(store)["memory"]

    def write(at, size):
        sys.stdout.buffer.write(bytes(memory().read(store, at, at + size)))

    def form(at, size, template, arguments):
        words = formatted(memory(), store, text_at(memory(), store, template), Arguments(memory(), store, arguments))
        if size > 0:
            memory().write(store, words[: size - 1] + b"\0", at)
        return len(words)

    i32, i64, f64 = wasmtime.ValType.i32(), wasmtime.ValType.i64(), wasmtime.ValType.f64()
    linker.define_func("machine", "write", wasmtime.FuncType([i64, i64], []), write)
    linker.define_func("machine", "format", wasmtime.FuncType([i64, i64, i64, i64], [i32]), form)
    linker.define_func("machine", "hypot", wasmtime.FuncType([f64, f64], [f64]), libm.hypot)
    instance = linker.instantiate(store, wasmtime.Module.from_file(engine, path))
    try:
        instance.exports(store)["_start"](store)
    except wasmtime.ExitTrap as ended:
        return ended.code
    finally:
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
