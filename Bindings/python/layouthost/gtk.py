# SPDX-License-Identifier: Apache-2.0
"""The GTK 4 widget, for Python::

    from layouthost.gtk import Gtk, LayoutHost
    view = LayoutHost.CollectionView.new(Gtk.NoSelection.new(items), factory)

The same as `from gi.repository import Gtk, LayoutHost`, but an ImportError says what is missing and what to do. The
other modules do not need GTK.
"""

import importlib

try:
    import gi
except ImportError as reason:
    raise ImportError(f"the widget needs PyGObject: {reason}; install python3-gi") from reason

_GTK = (4, 8)
_WIDGET = (
    "install gir1.2-layouthost-1.0, or after 'make install' set GI_TYPELIB_PATH to the folder with "
    "LayoutHost-1.0.typelib, such as /usr/local/lib/girepository-1.0")


def _library(name, version, remedy):
    """A library by its description, in this version."""
    try:
        gi.require_version(name, version)
        return importlib.import_module(f"gi.repository.{name}")
    except (ImportError, ValueError) as reason:
        # PyGObject says of "not available", "already loaded" and "already required" that a value is wrong.
        other = gi.Repository.get_default().get_version(name) if _is_loaded(name) else gi.get_required_version(name)
        if other not in (None, version):
            raise ImportError(
                f"the widget needs {name} {version}, and {name} {other} is chosen already: choose {version} where "
                f"the program does that, or import layouthost.gtk before it") from reason
        raise ImportError(f"{name}-{version}.typelib cannot be used: {reason}; {remedy}") from reason


def _is_loaded(name):
    return name in gi.Repository.get_default().get_loaded_namespaces()


def _check_gtk():
    """Refuses a GTK that is too old for the widget."""
    if Gtk.check_version(*_GTK, 0):
        found = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}"
        raise ImportError(f"the widget needs GTK {_GTK[0]}.{_GTK[1]}, and this is {found}; install a newer one")


def _check_widget():
    """Refuses the description alone: of a library that cannot be opened PyGObject only warns."""
    if LayoutHost.CollectionView.__gtype__.name == "void":
        raise ImportError(
            "liblayouthost-gtk4-1.so.0 cannot be opened, as the warning above says; install liblayouthost-gtk4-1, or "
            "name its folder in LD_LIBRARY_PATH")


Gtk = _library("Gtk", "4.0", "install gir1.2-gtk-4.0")
_check_gtk()
LayoutHost = _library("LayoutHost", "1.0", _WIDGET)
_check_widget()

__all__ = ["Gtk", "LayoutHost"]
