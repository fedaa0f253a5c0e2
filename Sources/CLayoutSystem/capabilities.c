// SPDX-License-Identifier: Apache-2.0
//
// Drops the capabilities that a worker started by root has beyond a normal user.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLayoutSystem.h"

/// Numbers of capabilities that a kernel can know.
static const unsigned long most = 64;

/// Empties the bounding and ambient sets, as far as this process may: without privileges they have
/// no effect.
static int empty_bounds(void) {
  for (unsigned long capability = 0; capability < most; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability, 0L, 0L, 0L) == 0) continue;
    // EINVAL: after the last capability of this kernel.
    if (errno == EPERM || errno == EINVAL) break;
    return -1;
  }
  return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0L, 0L, 0L);
}

/// Empties the effective, permitted and inheritable sets of the calling thread.
static int empty_sets(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

int layout_sys_drop_capabilities(void) {
  int saved = errno;
  // The bounding set first: changing it needs a capability.
  int result = empty_bounds();
  if (result == 0) result = empty_sets();
  int code = result < 0 ? -errno : 0;
  errno = saved;
  return code;
}
