// SPDX-License-Identifier: Apache-2.0
//
// What a worker that root started can do beyond a user, given up.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLayoutSystem.h"

/// Numbers of capabilities that a kernel can know.
static const unsigned long most = 64;

/// Empties what a program that is started could get, as far as this process may: without privileges
/// there is nothing in it that counts.
static int empty_bounds(void) {
  for (unsigned long capability = 0; capability < most; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability, 0L, 0L, 0L) == 0) continue;
    // EINVAL: behind the last one that this kernel knows.
    if (errno == EPERM || errno == EINVAL) break;
    return -1;
  }
  return prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0L, 0L, 0L);
}

/// Empties the sets that are in force; the calling thread's.
static int empty_sets(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

int layout_sys_drop_capabilities(void) {
  int saved = errno;
  // The bounds first: to drop from them takes a capability.
  int result = empty_bounds();
  if (result == 0) result = empty_sets();
  int code = result < 0 ? -errno : 0;
  errno = saved;
  return code;
}
