// SPDX-License-Identifier: Apache-2.0
//
// The foreign-function types, one for each LAYOUT_TYPE_….
#include "CFFIShim.h"

#include <pthread.h>

#include "layout/base.h"

static ffi_type *pair_members[] = {&ffi_type_double, &ffi_type_double, NULL};
static ffi_type *insets_members[] = {&ffi_type_double, &ffi_type_double, &ffi_type_double,
                                     &ffi_type_double, NULL};
// `layout_text` and `layout_array` have the same shape.
static ffi_type *list_members[] = {&ffi_type_pointer, &ffi_type_uint32, &ffi_type_uint32, NULL};

static ffi_type pair = {0, 0, FFI_TYPE_STRUCT, pair_members};
static ffi_type insets = {0, 0, FFI_TYPE_STRUCT, insets_members};
static ffi_type list = {0, 0, FFI_TYPE_STRUCT, list_members};

static pthread_once_t laid_out = PTHREAD_ONCE_INIT;

// Asking for offsets has the side effect wanted here: size and alignment are filled in, once.
static void lay_out(void) {
  size_t offsets[4];
  ffi_get_struct_offsets(FFI_DEFAULT_ABI, &pair, offsets);
  ffi_get_struct_offsets(FFI_DEFAULT_ABI, &insets, offsets);
  ffi_get_struct_offsets(FFI_DEFAULT_ABI, &list, offsets);
}

ffi_type *layout_ffi_type(uint32_t layout_type) {
  pthread_once(&laid_out, lay_out);
  switch (layout_type) {
    case LAYOUT_TYPE_BOOL:
      return &ffi_type_uint8;
    case LAYOUT_TYPE_I64:
    case LAYOUT_TYPE_ENUM:
      return &ffi_type_sint64;
    case LAYOUT_TYPE_F64:
      return &ffi_type_double;
    case LAYOUT_TYPE_U32:
      return &ffi_type_uint32;
    case LAYOUT_TYPE_POINT:
    case LAYOUT_TYPE_SIZE:
      return &pair;
    case LAYOUT_TYPE_INSETS:
      return &insets;
    case LAYOUT_TYPE_TEXT:
    case LAYOUT_TYPE_F64_ARRAY:
      return &list;
    default:
      return NULL;
  }
}

ffi_type *layout_ffi_pointer(void) { return &ffi_type_pointer; }

ffi_type *layout_ffi_status(void) { return &ffi_type_sint32; }
