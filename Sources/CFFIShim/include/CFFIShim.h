// SPDX-License-Identifier: Apache-2.0
//
// The foreign-function types of the values that cross the border. libffi declares its types as
// mutable globals, which Swift 6 does not import, and a structure's size is filled in by its first
// use, which two threads must not race for.
#ifndef CFFI_SHIM_H
#define CFFI_SHIM_H

#include <ffi.h>
#include <stdint.h>

/// The libffi type of a value of `layout_type` (LAYOUT_TYPE_…), laid out and ready for any thread;
/// null for LAYOUT_TYPE_NONE and for numbers that name no type.
ffi_type *_Nullable layout_ffi_type(uint32_t layout_type);

/// The libffi type of any pointer.
ffi_type *_Nonnull layout_ffi_pointer(void);

/// The libffi type of a `layout_status`.
ffi_type *_Nonnull layout_ffi_status(void);

#endif  // CFFI_SHIM_H
