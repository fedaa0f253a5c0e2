# SPDX-License-Identifier: Apache-2.0
"""Errors on their way in and out."""

from .library import ffi, lib, text


class LayoutError(Exception):
    """An error of the library: a code, a message and a remedy."""

    def __init__(self, code, message, remedy="", plugin=None, call=None):
        super().__init__(f"{message} [{code}]")
        self.code, self.message, self.remedy = code, message, remedy
        self.plugin, self.call = plugin, call

    @classmethod
    def borrowed(cls, error):
        """The error behind a pointer that stays the library's."""
        return cls(
            text(lib.lh_error_code(error)), text(lib.lh_error_message(error)),
            text(lib.lh_error_remedy(error)), text(lib.lh_error_plugin(error)),
            text(lib.lh_error_call(error)))


# The exception that a callback raised last: the cause of the error that comes back from the call.
_raised = []


def checked(function, *arguments):
    """Calls a function that can fail, with a place for its error behind the arguments."""
    place = ffi.new("lh_error **")
    result = function(*arguments, place)
    if place[0] == ffi.NULL:
        return result
    error = LayoutError.borrowed(place[0])
    lib.lh_error_free(place[0])
    cause = _raised.pop() if _raised else None
    _raised.clear()
    raise error from cause


def refuse(place, exception):
    """Gives a Python exception to the library as the error of a callback."""
    _raised.append(exception)
    if place != ffi.NULL:
        words = f"{type(exception).__name__}: {exception}"
        place[0] = lib.lh_error_new(b"callback-failed", words.encode("utf-8", "replace"))


def unheard(exception_type, exception, traceback):
    """Keeps an exception of a callback that cannot fail, for the next call that does; prints it."""
    import traceback as traces
    _raised.append(exception)
    traces.print_exception(exception_type, exception, traceback)
