// SPDX-License-Identifier: Apache-2.0
//
// The system calls that a confined process may make: one filter for workers, and one for the
// children of a check, which reports refused calls and allows the calls of the rules themselves.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CLayoutSystem.h"
#include "filter.h"

#if defined(__x86_64__) || defined(__aarch64__)

#define COUNT(list) (sizeof(list) / sizeof *(list))

static const uint32_t allow = SECCOMP_RET_ALLOW;

/// Calls that are allowed with any arguments.
static const int allowed[] = {
    // Memory; executable, shared and locked memory is below.
    SYS_munmap, SYS_mremap, SYS_brk, SYS_mincore,
    // Loading: Landlock checks the files.
    SYS_close, SYS_fstat, SYS_newfstatat, SYS_lseek,
    // Waiting, signals of its own, and its end.
    SYS_nanosleep, SYS_restart_syscall, SYS_sched_yield, SYS_rt_sigprocmask, SYS_rt_sigaction,
    SYS_rt_sigreturn, SYS_sigaltstack, SYS_exit, SYS_exit_group,
    // Its identity, its use of resources, and random numbers.
    SYS_getcpu, SYS_gettimeofday, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getrusage, SYS_getrandom};

/// Calls that end a worker at once, because no layout needs them.
static const int deadly[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_socket, SYS_socketpair, SYS_connect,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_bpf, SYS_init_module,
    SYS_finit_module, SYS_kexec_load, SYS_reboot, SYS_mount, SYS_unshare, SYS_setns};

/// Calls whose effect ends with the child: rules check descriptors, threads, the directory and the
/// umask, and a layout that waits.
static const int observed[] = {
    SYS_dup, SYS_dup3, SYS_fcntl, SYS_pipe2, SYS_eventfd2, SYS_memfd_create, SYS_ftruncate,
    SYS_readlinkat, SYS_getdents64, SYS_fchdir, SYS_chdir, SYS_getcwd, SYS_umask, SYS_write, SYS_writev,
    SYS_read, SYS_pread64, SYS_ppoll, SYS_pselect6, SYS_rt_sigtimedwait, SYS_rt_sigsuspend,
    SYS_setitimer, SYS_set_robust_list, SYS_rseq, SYS_set_tid_address, SYS_faccessat, SYS_faccessat2,
    SYS_statx, SYS_statfs, SYS_fstatfs,
#ifdef __x86_64__
    SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_pause, SYS_alarm, SYS_readlink, SYS_access
#endif
};

/// Waiting on a word and waking; without the locks that inherit priority, which affect threads of
/// other processes by their number.
static void rule_futex(struct program *out) {
  static const uint32_t plain[] = {FUTEX_WAIT,    FUTEX_WAKE,        FUTEX_WAIT_BITSET,
                                   FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_WAKE_BITSET,
                                   FUTEX_WAKE_OP};
  filter_begin(out, SYS_futex);
  filter_argument(out, 1, FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  for (size_t index = 0; index < COUNT(plain); index++) filter_if_equal(out, plain[index], allow);
  filter_end(out, out->refused);
}

/// The clocks with a small number. The others are the processor time of any process, and devices.
static void rule_clocks(struct program *out) {
  static const int calls[] = {SYS_clock_gettime, SYS_clock_nanosleep, SYS_clock_getres};
  for (size_t index = 0; index < COUNT(calls); index++) {
    filter_begin(out, calls[index]);
    filter_argument(out, 0, 0);
    filter_if_greater(out, CLOCK_TAI, out->refused);
    filter_end(out, allow);
  }
}

/// Memory that the limit of written memory does not count, or that cannot be paged out: shared,
/// growing downwards, huge pages, locked.
static const uint32_t uncounted = MAP_SHARED | MAP_GROWSDOWN | MAP_HUGETLB | MAP_LOCKED;

/// Memory must be private; executable memory must come from a file and must not be writable.
static void rule_mmap(struct program *out) {
  filter_begin(out, SYS_mmap);
  filter_argument(out, 3, 0);
  filter_if_any(out, uncounted, out->refused);
  filter_argument(out, 2, 0);
  filter_if_none(out, PROT_EXEC, allow);
  filter_if_any(out, PROT_WRITE, out->refused);
  filter_argument(out, 3, 0);
  filter_if_any(out, MAP_ANONYMOUS, out->refused);
  filter_end(out, allow);
}

/// Allows the advice of allocators about memory, and the advice that returns pages. Other advice
/// affects more than this process: one kind takes pages away from the machine.
static void rule_advice(struct program *out) {
  static const uint32_t kinds[] = {MADV_FREE,       MADV_REMOVE,   MADV_HUGEPAGE,
                                   MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP};
  filter_begin(out, SYS_madvise);
  filter_argument(out, 2, 0);
  for (size_t index = 0; index < COUNT(kinds); index++) filter_if_equal(out, kinds[index], allow);
  filter_if_greater(out, MADV_DONTNEED, out->refused);
  filter_end(out, allow);
}

static void rule_memory(struct program *out) {
  rule_mmap(out);
  rule_advice(out);
  filter_begin(out, SYS_mprotect);
  filter_argument(out, 2, 0);
  filter_if_any(out, PROT_EXEC, out->refused);
  filter_end(out, allow);
}

/// Opening for reading, which Landlock checks. It does not check a bare path (O_PATH).
///
/// - Parameter reading: The answer to opening for reading.
static void rule_opening(struct program *out, uint32_t reading) {
  filter_begin(out, SYS_openat);
  filter_argument(out, 2, 0);
  filter_if_any(out, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH | (O_TMPFILE & ~O_DIRECTORY),
                out->refused);
  filter_end(out, reading);
}

/// Reading only from files that it opened itself, not from the standard streams; writing only to
/// the standard streams.
static void rule_streams(struct program *out) {
  static const int reads[] = {SYS_read, SYS_pread64}, writes[] = {SYS_write, SYS_writev};
  for (size_t index = 0; index < 2; index++) {
    filter_begin(out, reads[index]);
    filter_argument(out, 0, 0);
    filter_if_greater(out, STDERR_FILENO, allow);
    filter_end(out, out->refused);
    filter_begin(out, writes[index]);
    filter_argument(out, 0, 0);
    filter_if_equal(out, STDOUT_FILENO, allow);
    filter_if_equal(out, STDERR_FILENO, allow);
    filter_end(out, out->refused);
  }
}

/// Signals to itself, except for realtime signals, whose queue belongs to the user.
///
/// - Parameter uncatchable: The answer to signals that no process can catch.
static void rule_signals(struct program *out, uint32_t uncatchable) {
  static const uint32_t numbers[] = {SIGKILL, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};
  filter_begin(out, SYS_tgkill);
  filter_argument(out, 2, 0);
  for (size_t index = 0; index < COUNT(numbers); index++) {
    filter_if_equal(out, numbers[index], uncatchable);
  }
  filter_if_greater(out, 31, out->refused);
  filter_argument(out, 0, 0);
  filter_unless_equal(out, (uint32_t)getpid(), out->refused);
  filter_end(out, allow);
}

/// Ends the rule of a call whose first argument is a process: this one is allowed, no other.
static void end_for_itself(struct program *out) {
  filter_argument(out, 0, 0);
  filter_if_equal(out, 0, allow);
  filter_if_equal(out, (uint32_t)getpid(), allow);
  filter_end(out, out->refused);
}

/// Allows queries of the process about itself: its processors, and its limits.
///
/// - Parameter sets_limits: True when it may lower its limits too; if not, the pointer to new limits
///   must be null, in both halves.
static void rule_itself(struct program *out, int sets_limits) {
  filter_begin(out, SYS_sched_getaffinity);
  end_for_itself(out);
  filter_begin(out, SYS_prlimit64);
  if (!sets_limits) {
    filter_argument(out, 2, 0);
    filter_unless_equal(out, 0, out->refused);
    filter_high_half(out, 2);
    filter_unless_equal(out, 0, out->refused);
  }
  end_for_itself(out);
}

/// The common rules of both filters; calls of every frame come first.
static void write_common(struct program *out) {
  rule_futex(out);
  rule_clocks(out);
  for (size_t index = 0; index < COUNT(allowed); index++) filter_allow(out, allowed[index]);
  rule_memory(out);
}

static void write_worker(struct program *out) {
  filter_start(out, SECCOMP_RET_ERRNO | EPERM);
  write_common(out);
  rule_opening(out, allow);
  rule_streams(out);
  // Signals that no process can catch end it like the calls of `deadly`, so that the cause is known
  // from its exit status.
  rule_signals(out, SECCOMP_RET_KILL_PROCESS);
  rule_itself(out, 0);
  filter_begin(out, SYS_prctl);
  filter_argument(out, 0, 0);
  filter_if_equal(out, PR_GET_NAME, allow);
  filter_end(out, out->refused);
  for (size_t index = 0; index < COUNT(deadly); index++) {
    filter_answer(out, deadly[index], SECCOMP_RET_KILL_PROCESS);
  }
}

/// A thread of the child is allowed; another process is not. The flags of `clone3` are in memory,
/// which a filter cannot read: the C library then uses `clone` for its threads.
static void rule_threads(struct program *out) {
  filter_begin(out, SYS_clone);
  filter_argument(out, 0, 0);
  filter_if_any(out, CLONE_THREAD, allow);
  filter_end(out, out->refused);
}

static void write_checked(struct program *out, uint32_t refused) {
  filter_start(out, refused);
  write_common(out);
  // Landlock refuses files without a report to the parent, so the parent is asked about each.
  rule_opening(out, refused == SECCOMP_RET_USER_NOTIF ? refused : allow);
  for (size_t index = 0; index < COUNT(observed); index++) filter_allow(out, observed[index]);
  rule_signals(out, allow);
  rule_itself(out, 1);
  rule_threads(out);
  // The query whether a stream is a terminal, which the C library makes before its first output.
  filter_begin(out, SYS_ioctl);
  filter_argument(out, 1, 0);
  filter_if_equal(out, TCGETS, allow);
  filter_end(out, out->refused);
  filter_begin(out, SYS_prctl);
  filter_argument(out, 0, 0);
  filter_if_equal(out, PR_GET_NAME, allow);
  filter_if_equal(out, PR_SET_NAME, allow);
  filter_end(out, out->refused);
}

int layout_sys_seccomp_version(void) {
  int saved = errno;
  uint32_t action = SECCOMP_RET_KILL_PROCESS;
  long result = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action);
  int code = result < 0 ? -errno : 1;
  errno = saved;
  return code;
}

/// Installs a program for the calling thread.
static int install(struct program *program, unsigned long flags) {
  int failure = filter_finish(program);
  if (failure) return failure;
  int saved = errno;
  struct sock_fprog filter = {program->count, program->code};
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &filter);
  int code = result < 0 ? -errno : (int)result;
  errno = saved;
  return code;
}

int layout_sys_seccomp_confine(void) {
  struct program program;
  write_worker(&program);
  return install(&program, 0);
}

int layout_sys_seccomp_confine_checked(int reports) {
  struct program program;
  write_checked(&program, reports ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | EPERM);
  return install(&program, reports ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
}

#else

int layout_sys_seccomp_version(void) { return -ENOSYS; }

int layout_sys_seccomp_confine(void) { return -ENOSYS; }

int layout_sys_seccomp_confine_checked(int reports) {
  (void)reports;
  return -ENOSYS;
}

#endif
