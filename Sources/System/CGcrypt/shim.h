// SPDX-License-Identifier: Apache-2.0
#include <gcrypt.h>

/// Starts the library once, without secure memory, which a hash does not need: `gcry_control` is
/// variadic, so Swift cannot call it. 1 when the library is ready.
static inline int layout_gcrypt_start(void) {
  if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return 1;
  if (!gcry_check_version(GCRYPT_VERSION)) return 0;
  gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return 1;
}
