// SPDX-License-Identifier: Apache-2.0
//
// The system calls that a confined process may make: one filter for workers, and one for the children of
// a check, which reports what it refuses and allows what the rules themselves need.
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

/// Calls that are allowed whatever their arguments.
static const int allowed[] = {
    // Memory; what is executable, shared or locked is below.
    SYS_munmap, SYS_mremap, SYS_brk, SYS_mincore,
    // Loading: files are Landlock's.
    SYS_close, SYS_fstat, SYS_newfstatat, SYS_lseek,
    // Waiting, signals of its own, and its end.
    SYS_nanosleep, SYS_restart_syscall, SYS_sched_yield, SYS_rt_sigprocmask, SYS_rt_sigaction,
    SYS_rt_sigreturn, SYS_sigaltstack, SYS_exit, SYS_exit_group,
    // Who it is, what it used, and chance.
    SYS_getcpu, SYS_gettimeofday, SYS_gettid, SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getrusage, SYS_getrandom};

/// Calls after which a worker is ended at once: nothing that lays out elements makes them.
static const int deadly[] = {
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_socket, SYS_socketpair, SYS_connect,
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_bpf, SYS_init_module,
    SYS_finit_module, SYS_kexec_load, SYS_reboot, SYS_mount, SYS_unshare, SYS_setns};

/// Calls whose effect ends with the child that makes them: rules look at descriptors, threads, the
/// directory and the mask of new files, and at a layout that waits.
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

/// Waiting on a word and waking others; without the locks that inherit priority, which reach threads of
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

/// The clocks that have a small number. The others are the processor time of any process, and devices.
static void rule_clocks(struct program *out) {
  static const int calls[] = {SYS_clock_gettime, SYS_clock_nanosleep, SYS_clock_getres};
  for (size_t index = 0; index < COUNT(calls); index++) {
    filter_begin(out, calls[index]);
    filter_argument(out, 0, 0);
    filter_if_greater(out, CLOCK_TAI, out->refused);
    filter_end(out, allow);
  }
}

/// Memory that the limit of written memory does not count, or that stays in memory: shared, growing
/// downwards, huge pages, locked.
static const uint32_t uncounted = MAP_SHARED | MAP_GROWSDOWN | MAP_HUGETLB | MAP_LOCKED;

/// Memory is private; executable memory comes from a file, and cannot be written.
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

/// Admits the advice that allocators give about memory, and the one that gives pages back.
/// Other advice reaches further than this process: one kind takes pages away from the machine.
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

/// Opening for reading, which Landlock looks at. A bare path (O_PATH) it does not look at.
///
/// - Parameter reading: The answer to opening for reading.
static void rule_opening(struct program *out, uint32_t reading) {
  filter_begin(out, SYS_openat);
  filter_argument(out, 2, 0);
  filter_if_any(out, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH | (O_TMPFILE & ~O_DIRECTORY),
                out->refused);
  filter_end(out, reading);
}

/// Reading, from what it opened itself, not from the standard streams; writing, to those alone.
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

/// Signals to itself, without the realtime ones: those queue up, and the queue is the user's.
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

/// Admits questions of the process about itself: its processors, and its limits.
///
/// - Parameter sets_limits: Whether it may lower its limits too; if not, the pointer to new ones has to
///   be null, in both halves.
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

/// The rules that both filters have; what is called in every frame comes first.
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
  // Those that no process can catch end it as the calls of `deadly` do, so that its end tells whose
  // doing it was.
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

/// A thread is the child's own; another process is not. The flags of `clone3` are in memory, where no
/// filter can look: the C library then makes its threads by `clone`.
static void rule_threads(struct program *out) {
  filter_begin(out, SYS_clone);
  filter_argument(out, 0, 0);
  filter_if_any(out, CLONE_THREAD, allow);
  filter_end(out, out->refused);
}

static void write_checked(struct program *out, uint32_t refused) {
  filter_start(out, refused);
  write_common(out);
  // Landlock refuses files without telling the parent, so the parent is asked about each.
  rule_opening(out, refused == SECCOMP_RET_USER_NOTIF ? refused : allow);
  for (size_t index = 0; index < COUNT(observed); index++) filter_allow(out, observed[index]);
  rule_signals(out, allow);
  rule_itself(out, 1);
  rule_threads(out);
  // Whether a stream is a terminal, which the C library asks before it first prints.
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

/// Puts a program in force for the calling thread.
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
