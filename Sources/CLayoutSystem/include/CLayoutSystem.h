// SPDX-License-Identifier: Apache-2.0
//
// The system calls that Swift cannot make itself (variadic `syscall` and `prctl`, calls that glibc
// does not wrap) and the atomic accesses to memory that two processes share.
//
// Every call that can fail answers a negated errno (-ETIMEDOUT) and leaves `errno` as it was: the
// result alone tells. All are thread-safe.
#ifndef C_LAYOUT_SYSTEM_H
#define C_LAYOUT_SYSTEM_H

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: In place of the system (futex.c)

/// A clock, a place to sleep, processes and a disk in place of the system's, for a thread whose
/// time and whose other processes are simulated. Each function gets `context` and answers as the function
/// below of the same name does.
typedef struct layout_sys_stand_in {
  void *context;  ///< Handed to each function.
  int64_t (*monotonic_ns)(void *context);  ///< The time.
  int (*futex_wait)(void *context, const uint32_t *word, uint32_t expected,
                    int64_t timeout_ns);  ///< Lets others go on until the word changes.
  int (*futex_wake)(void *context, const uint32_t *word, uint32_t count);  ///< Wakes others.
  int (*pidfd_send_signal)(void *context, int pidfd, int signal);  ///< Ends a process.
  int64_t (*process_time_ns)(void *context, pid_t process);  ///< Processor time of a process.
  int (*file_open)(void *context, const char *path, int flags, mode_t mode);  ///< Opens a file.
  ssize_t (*file_read)(void *context, int file, void *into, size_t count);  ///< Reads on.
  ssize_t (*file_write)(void *context, int file, const void *bytes, size_t count);  ///< Writes on.
  int (*file_rename)(void *context, const char *from, const char *to);  ///< Gives another name.
} layout_sys_stand_in;

/// Puts `stand_in` in place of the system for the calling thread alone; NULL takes it away. It has to stay
/// where it is meanwhile. A thread without one pays a look at a variable of its own for each call.
void layout_sys_set_stand_in(const layout_sys_stand_in *stand_in);

/// Returns true when something stands in for the system: then one thread runs at a time, and who would leave
/// work to another does it here and now.
int layout_sys_is_simulated(void);

// MARK: Waiting (futex.c)

/// Sleeps while `*word` equals `expected`, until a wake or `timeout_ns` nanoseconds have passed
/// (negative: without end). The word may lie in memory shared between processes.
///
/// 0 when the word differs or a wake came; spurious returns happen, so the caller looks at the word
/// again. -ETIMEDOUT when the time ran out, -EINTR when a signal handler ran.
int layout_sys_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns);

/// Wakes at most `count` of those who sleep on `word`, in any process. The number woken.
int layout_sys_futex_wake(const uint32_t *word, uint32_t count);

/// The processor that the calling thread runs on; the thread may be moved at any time. A few
/// nanoseconds.
uint32_t layout_sys_processor(void);

/// CLOCK_MONOTONIC in nanoseconds: for deadlines and measurements, never for layout.
int64_t layout_sys_monotonic_ns(void);

// MARK: Shared memory (memory.c)

/// An anonymous file that can be sealed, closed on exec, not executable where the kernel can say
/// so. `name` is for /proc/PID/maps only. The descriptor, or a negated errno.
int layout_sys_memfd_create(const char *name);

/// The changes that `layout_sys_seal` forbids for good, on every descriptor of the file.
#define LAYOUT_SYS_SEAL_SEAL 1    ///< Further seals.
#define LAYOUT_SYS_SEAL_SHRINK 2  ///< Making it shorter: a mapping can then never raise SIGBUS.
#define LAYOUT_SYS_SEAL_GROW 4    ///< Making it longer.
#define LAYOUT_SYS_SEAL_FUTURE_WRITE 16  ///< New writable mappings; those there stay writable.

/// Adds seals to a file made by `layout_sys_memfd_create`. 0, or a negated errno.
int layout_sys_seal(int descriptor, uint32_t seals);

/// Returns true when nothing may be executed from the file system that holds `path` (mounted
/// `noexec`): 1 or 0, or a negated errno.
int layout_sys_is_noexec(const char *path);

// MARK: Files (files.c)

/// open(2), closed on exec. The descriptor, or a negated errno.
int layout_sys_file_open(const char *path, int flags, mode_t mode);

/// read(2). The number of bytes, 0 at the end, or a negated errno.
ssize_t layout_sys_file_read(int file, void *into, size_t count);

/// write(2). The number of bytes, or a negated errno.
ssize_t layout_sys_file_write(int file, const void *bytes, size_t count);

/// rename(2). 0, or a negated errno.
int layout_sys_file_rename(const char *from, const char *to);

/// Returns true when single users or groups have rights of their own to what is at `path`
/// (POSIX access list): 1 or 0, also where that cannot be told.
int layout_sys_has_access_list(const char *path);

// MARK: The start of a program (startup.c)

/// Returns the number of words that the program was started with, its name among them.
int layout_sys_argument_count(void);

/// A word of the command line as the kernel gave it, in any bytes; NULL when there is none.
const char *layout_sys_argument(int index);

/// Takes the numbers of standard streams that are closed, so that no other file gets them. Reading and
/// writing them fails with EBADF, as before.
void layout_sys_hold_standard_streams(void);

// MARK: Processes (process.c)

/// Asks the kernel to send `signal` to this process when the *thread* that spawned it ends. 0, or a
/// negated errno. Look at `getppid` afterwards: the parent may have ended before the call.
int layout_sys_die_with_parent(int signal);

/// A descriptor that becomes readable when the process ends, closed on exec; it never comes to mean
/// another process. A negated errno, -ENOSYS before Linux 5.3.
int layout_sys_pidfd_open(pid_t process);

/// Sends `signal` to the process behind a pidfd; -ESRCH when it has been reaped.
int layout_sys_pidfd_send_signal(int pidfd, int signal);

/// Closes every descriptor above the standard streams but two. 0, or a negated errno.
int layout_sys_close_all_but(int first, int second);

/// Adds to a child's start that every descriptor from `first` on is closed. 0, or a negated errno.
int layout_sys_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// A descriptor that one thread writes to wake another's `poll`: a counter, not blocking, closed on
/// exec. Or a negated errno.
int layout_sys_eventfd(void);

/// The processor time that a process has used, in nanoseconds; -1 when it is gone.
int64_t layout_sys_process_time_ns(pid_t process);

/// Names the calling thread for debuggers and /proc; at most 15 bytes of `name` are kept.
void layout_sys_name_thread(const char *name);

// MARK: Watching (watch.c)

/// A descriptor that becomes readable at a time of CLOCK_MONOTONIC, closed on exec; no time is set
/// yet. Or a negated errno.
int layout_sys_timer(void);

/// Sets the time, in nanoseconds, in place of the one before, and makes the descriptor unreadable
/// until then. A time that has passed makes it readable at once; a negative one means never. In a
/// simulation every time does: who looks goes by the simulated clock. 0, or a negated errno.
int layout_sys_timer_set(int timer, int64_t deadline_ns);

/// A descriptor that is readable while one of the two is, closed on exec. Or a negated errno.
int layout_sys_either(int first, int second);

// MARK: Confinement (sandbox.c, capabilities.c, seccomp.c)
//
// Each binds the calling thread and those that it starts, for good.

/// The most that a confined process may have.
typedef struct layout_sys_limits {
  uint64_t data_bytes;     ///< Memory that may be written.
  uint64_t address_bytes;  ///< Addresses; their page tables are memory too.
  uint64_t descriptors;    ///< Open descriptors.
  uint64_t file_bytes;     ///< Bytes of a file that it writes.
  int has_threads;         ///< Whether it may start threads.
} layout_sys_limits;

/// Sets limits: those given, and none of what no layout needs: core files, locked memory, queued
/// messages and signals, priorities. Never more than before. 0, or a negated errno.
int layout_sys_limit(const layout_sys_limits *most);

/// Memory that was writable can never be executed. 0, or a negated errno, -EINVAL before Linux 6.3.
int layout_sys_deny_write_execute(void);

/// No program that is started gains rights; needed before the two below. 0, or a negated errno.
int layout_sys_no_new_privileges(void);

/// The version of Landlock, 1 or more; -ENOSYS before Linux 5.13, -EOPNOTSUPP where it is turned off.
int layout_sys_landlock_version(void);

/// Only `files` may be opened, for reading; no TCP, no signals to other processes where the kernel can
/// forbid them. Paths that are not there, and directories, are left out. `tree` is a directory that may
/// be read with all that is below it; null for none. 0, or a negated errno.
int layout_sys_landlock_confine(const char *const *files, uint32_t count, const char *tree);

/// 1 when system calls can be filtered and end the process, or a negated errno: -ENOSYS on
/// processors that there is no filter for.
int layout_sys_seccomp_version(void);

/// Gives up every capability, for good: root is a user like others then. 0, or a negated errno.
int layout_sys_drop_capabilities(void);

/// Only the system calls of a layout are possible: private memory, time, reading files. Others fail
/// with EPERM, threads among them; starting programs, sockets, looking into other processes and
/// signals that cannot be caught end this one with SIGSYS. 0, or a negated errno.
int layout_sys_seccomp_confine(void);

/// The filter of a child that checks a plugin: besides the calls of a layout it allows those whose effect
/// ends with the child, such as threads and descriptors. It ends no process. With `reports`, each
/// refused call, and each file that is opened for reading, waits until whoever reads the listener has
/// answered; the result is then the listener, to be closed before the plugin is loaded. 0 or a
/// descriptor, or a negated errno.
int layout_sys_seccomp_confine_checked(int reports);

/// Calls `body` with the path of each library that is loaded.
void layout_sys_each_library(void (*body)(const char *path, void *context), void *context);

/// Clears the path by which this program was started from its memory (AT_EXECFN).
void layout_sys_forget_own_path(void);

// MARK: Refused calls (notify.c)

/// One refused call, as the kernel reports it.
typedef struct layout_sys_refusal {
  uint64_t id;            ///< By which it is answered.
  pid_t process;          ///< The thread that made it.
  int32_t call;           ///< The number of the call.
  uint64_t arguments[6];  ///< As they are in its registers.
} layout_sys_refusal;

/// 1 when refused calls can be reported to another process, or a negated errno.
int layout_sys_refusals_version(void);

/// Takes a descriptor of another process, by its pidfd: a copy, closed on exec. Or a negated errno.
int layout_sys_take_descriptor(int pidfd, int descriptor);

/// Takes the next refused call; waits for it unless the listener is readable. 0, or a negated errno:
/// -ENOENT when the process ended meanwhile.
int layout_sys_next_refusal(int listener, layout_sys_refusal *out);

/// Lets the process of a refused call go on: the call fails with `error`, a positive errno. 0, or a
/// negated errno.
int layout_sys_refuse(int listener, const layout_sys_refusal *refusal, int error);

/// Lets a refused call be made after all, as far as the kernel's other rules allow it: Landlock still looks
/// at files. Only for calls that no argument in memory can make harmful. 0, or a negated errno.
int layout_sys_let_go(int listener, const layout_sys_refusal *refusal);

/// Copies at most `count` bytes of another process's memory; how many, or a negated errno.
int64_t layout_sys_read_memory(pid_t process, uint64_t address, void *out, uint64_t count);

// MARK: The dynamic loader (loader.c)

/// A handle of the library that the loader has loaded under `name`, by its own rule; NULL when there is
/// none. Loads nothing. To be given to `dlclose`.
void *layout_sys_loaded_library(const char *name);

/// The path of a loaded library, as the loader has it; empty where it has none. Valid as long as the
/// handle.
const char *layout_sys_library_path(void *handle);

/// Returns the path of the library that this code was linked into, as the loader has it; null when it is
/// part of the program itself. Lives as long as the process.
const char *layout_sys_own_library(void);

/// Calls `body` with each directory in which the dynamic loader looks for libraries, in order. What its
/// cache (/etc/ld.so.cache) names is not among them.
void layout_sys_each_search_directory(void (*body)(const char *path, void *context), void *context);

/// The same for an object that was linked without a run path: the directories of LD_LIBRARY_PATH at the
/// start of the program, then those that the loader was compiled with.
void layout_sys_each_system_directory(void (*body)(const char *path, void *context), void *context);

// MARK: Atomic accesses to shared memory
//
// Each word is naturally aligned. `acquire` and `release` pair up: what was written before a
// release store is seen after the acquire load that reads its value.

static inline uint32_t layout_sys_load_acquire_u32(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline uint32_t layout_sys_load_relaxed_u32(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void layout_sys_store_release_u32(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Sequentially consistent: use it to publish a word and then look whether anyone sleeps on it.
static inline uint32_t layout_sys_exchange_u32(uint32_t *word, uint32_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

/// Writes `desired` when the word holds `expected`; 1 when it did. Sequentially consistent.
static inline int layout_sys_compare_exchange_u32(uint32_t *word, uint32_t expected,
                                                  uint32_t desired) {
  return __atomic_compare_exchange_n(word, &expected, desired, 0, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

/// Orders every access before it against every access after it.
static inline void layout_sys_fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/// Tells the processor that this is a spinning loop.
static inline void layout_sys_spin_hint(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

#ifdef __cplusplus
}
#endif

#endif  // C_LAYOUT_SYSTEM_H
