# SPDX-License-Identifier: Apache-2.0
"""A collection view whose layouts are plugins, for Python::

    import layouthost as lh
    view = lh.View("flow", (800, 600), items=["one", "two"])
    view.advance(0)
    view.write_picture("view.png")

The names are those of the C library, whose headers say more. Built on cffi, which reads declarations.h, made
from these headers: no compiler is needed, and callbacks are plain functions. `layouthost.gtk` has the widget of
GTK 4.
"""

from .errors import LayoutError
from .layout import Layout, Plugin, Property, plugins
from .library import ffi, lib, version
from .snapshot import Snapshot
from .view import Animation, Cell, Element, View

__all__ = [
    "Animation", "Cell", "Element", "Layout", "LayoutError", "Plugin", "Property", "Snapshot", "View",
    "ffi", "lib", "plugins", "version",
]
