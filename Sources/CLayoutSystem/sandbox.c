// SPDX-License-Identifier: Apache-2.0
//
// The rights that a worker gives up before it loads a plugin: unlimited memory, memory that is both
// writable and executable, and files. The system calls are in seccomp.c.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <dlfcn.h>
#include <link.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "CLayoutSystem.h"

// Newer than the headers of the oldest system that this is built on.
#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#endif
#ifndef PR_MDWE_REFUSE_EXEC_GAIN
#define PR_MDWE_REFUSE_EXEC_GAIN 1UL
#endif

static int answer(long result, int saved) {
  int code = result < 0 ? -errno : (int)result;
  errno = saved;
  return code;
}

static int limit(int resource, uint64_t most) {
  struct rlimit before;
  if (getrlimit(resource, &before) < 0) return -1;
  if (before.rlim_max != RLIM_INFINITY && most > before.rlim_max) most = before.rlim_max;
  struct rlimit after = {most, most};
  return setrlimit(resource, &after);
}

/// The default size of a main thread's stack; without a limit of its own, the stack is memory that
/// no other limit counts.
static const uint64_t stack_bytes = 8 << 20;

/// Resources that no layout needs: core files, locked memory, queues of messages and of signals,
/// which count for the user and not for the process, and a higher priority.
static const int none[] = {RLIMIT_CORE,       RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE,
                           RLIMIT_SIGPENDING, RLIMIT_NICE,    RLIMIT_RTPRIO};

int layout_sys_limit(const layout_sys_limits *most) {
  int saved = errno;
  int result = limit(RLIMIT_DATA, most->data_bytes);
  if (result == 0) result = limit(RLIMIT_AS, most->address_bytes);
  if (result == 0) result = limit(RLIMIT_STACK, stack_bytes);
  if (result == 0) result = limit(RLIMIT_NOFILE, most->descriptors);
  if (result == 0) result = limit(RLIMIT_FSIZE, most->file_bytes);
  if (result == 0 && !most->has_threads) result = limit(RLIMIT_NPROC, 0);
  for (size_t index = 0; index < sizeof none / sizeof *none && result == 0; index++) {
    result = limit(none[index], 0);
  }
  return answer(result, saved);
}

int layout_sys_deny_write_execute(void) {
  int saved = errno;
  return answer(prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0L, 0L, 0L), saved);
}

int layout_sys_no_new_privileges(void) {
  int saved = errno;
  return answer(prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L), saved);
}

// MARK: Landlock

/// `struct landlock_ruleset_attr` of version 6; an older kernel gets the part that it knows.
struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

/// All rights that the versions can deny: bits from the lowest on.
static const uint64_t file_rights[] = {0, 0x1FFF, 0x3FFF, 0x7FFF, 0x7FFF, 0xFFFF};
static const uint64_t tcp_rights = 3, scope_rights = 3;

int layout_sys_landlock_version(void) {
  int saved = errno;
  return answer(syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION),
                saved);
}

/// A ruleset that denies all rights that this kernel can deny.
static int make_ruleset(int version) {
  struct ruleset rules = {0};
  int last = (int)(sizeof file_rights / sizeof *file_rights) - 1;
  rules.files = file_rights[version < last ? version : last];
  rules.network = version >= 4 ? tcp_rights : 0;
  rules.scopes = version >= 6 ? scope_rights : 0;
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

/// Allows reading one file, which includes mapping its code. A missing path needs no rule; a
/// directory gets none, because it would allow everything below it.
///
/// - Parameter is_tree: True when `path` may be a directory.
static int allow(int ruleset, const char *path, int is_tree) {
  int place = open(path, O_PATH | O_CLOEXEC | (is_tree ? O_DIRECTORY : 0));
  if (place < 0) return errno == ENOENT || errno == EACCES || errno == ENOTDIR ? 0 : -1;
  struct stat about;
  int result = fstat(place, &about);
  if (result == 0 && (is_tree || !S_ISDIR(about.st_mode))) {
    uint64_t access = LANDLOCK_ACCESS_FS_READ_FILE | (is_tree ? LANDLOCK_ACCESS_FS_READ_DIR : 0);
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = place};
    result = (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  close(place);
  return result;
}

int layout_sys_landlock_confine(const char *const *files, uint32_t count, const char *tree) {
  int saved = errno;
  int version = layout_sys_landlock_version();
  if (version < 1) return version < 0 ? version : -ENOSYS;
  int ruleset = make_ruleset(version);
  if (ruleset < 0) return answer(ruleset, saved);
  int result = 0;
  for (uint32_t index = 0; index < count && result == 0; index++) {
    result = allow(ruleset, files[index], 0);
  }
  if (result == 0 && tree) result = allow(ruleset, tree, 1);
  if (result == 0) result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
  int code = answer(result, saved);
  close(ruleset);
  return code;
}

// MARK: Libraries

struct visit {
  void (*body)(const char *path, void *context);
  void *context;
};

static int visit_image(struct dl_phdr_info *image, size_t size, void *raw) {
  (void)size;
  struct visit *visit = raw;
  if (image->dlpi_name && image->dlpi_name[0] == '/') {
    visit->body(image->dlpi_name, visit->context);
  }
  return 0;
}

void layout_sys_each_library(void (*body)(const char *path, void *context), void *context) {
  struct visit visit = {body, context};
  dl_iterate_phdr(visit_image, &visit);
}

void layout_sys_forget_own_path(void) {
  // The kernel's copy, at the end of the stack; it is not read once the program runs.
  char *path = (char *)getauxval(AT_EXECFN);
  if (path) memset(path, 0, strlen(path));
}
