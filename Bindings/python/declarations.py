# SPDX-License-Identifier: Apache-2.0
"""Makes layouthost/_declarations.py: the declarations of the C library as cffi has read them.

A module that has the file loads it. One without, as in a checkout, reads declarations.h at each start, which
takes a fifth of a second.

    python3 Bindings/python/declarations.py FILE
"""

import sys
from pathlib import Path

import cffi

builder = cffi.FFI()
builder.set_source("layouthost._declarations", None)
builder.cdef((Path(__file__).parent / "layouthost" / "declarations.h").read_text())

if __name__ == "__main__":
    builder.emit_python_code(sys.argv[1])
