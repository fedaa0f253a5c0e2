# SPDX-License-Identifier: Apache-2.0
"""Finds and opens the C library."""

import os
from pathlib import Path

try:
    # Packages have it: see declarations.py beside the folder of the module.
    from layouthost._declarations import ffi
except ImportError:
    import cffi

    ffi = cffi.FFI()
    ffi.cdef((Path(__file__).parent / "declarations.h").read_text())


def _open():
    """Opens $LAYOUTHOST_LIBRARY, a copy in the wheel, or the library of the system, the first there is."""
    beside = Path(__file__).parent / "liblayouthost.so.1"
    named = os.environ.get("LAYOUTHOST_LIBRARY")
    for path in [named] if named else [*([str(beside)] if beside.exists() else []), "liblayouthost.so.1"]:
        try:
            return ffi.dlopen(path)
        except OSError as error:
            reason = error
    raise ImportError(
        f"the library of LayoutHost cannot be opened: {reason}; install LayoutHost, or name the file in "
        "LAYOUTHOST_LIBRARY") from reason


lib = _open()


def version():
    """The version of the library, as (major, minor)."""
    number = lib.lh_version()
    return number >> 16, number & 0xFFFF


def table(name):
    """A table of the library with its size set and the rest zero."""
    made = ffi.new(f"{name} *")
    made.struct_size = ffi.sizeof(name)
    return made


def text(pointer):
    """Text that the library lends; None for null."""
    return ffi.string(pointer).decode() if pointer != ffi.NULL else None
