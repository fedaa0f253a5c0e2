// SPDX-License-Identifier: Apache-2.0
//
// The system calls that Swift cannot make itself (variadic `syscall` and `prctl`, calls that glibc
// does not wrap) and the atomic accesses to memory that two processes share.
//
// Every call that can fail returns a negated errno (-ETIMEDOUT) and leaves `errno` unchanged. All
// are thread-safe.
#ifndef C_LAYOUT_SYSTEM_H
#define C_LAYOUT_SYSTEM_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: In place of the system (futex.c)

/// A clock, sleeping, processes, memory and a disk in place of the system's, for a thread in a
/// simulation.
/// Each function gets `context` and returns like the function of the same name below.
typedef struct layout_sys_stand_in {
  void *context;  ///< Handed to each function.
  int64_t (*monotonic_ns)(void *context);  ///< The time.
  int (*futex_wait)(void *context, const uint32_t *word, uint32_t expected,
                    int64_t timeout_ns);  ///< Lets others go on until the word changes.
  int (*futex_wake)(void *context, const uint32_t *word, uint32_t count);  ///< Wakes others.
  int (*pidfd_send_signal)(void *context, int pidfd, int signal);  ///< Ends a process.
  int64_t (*process_time_ns)(void *context, pid_t process);  ///< Processor time of a process.
  int (*memfd_create)(void *context, const char *name);  ///< Makes an anonymous file.
  int (*file_open)(void *context, const char *path, int flags, mode_t mode);  ///< Opens a file.
  ssize_t (*file_read)(void *context, int file, void *into, size_t count);  ///< Reads on.
  ssize_t (*file_write)(void *context, int file, const void *bytes, size_t count);  ///< Writes on.
  int (*file_rename)(void *context, const char *from, const char *to);  ///< Gives another name.
  void *(*allocate)(void *context, size_t count);  ///< Takes memory from the heap.
} layout_sys_stand_in;

/// Puts `stand_in` in place of the system for the calling thread only; NULL removes it. It must
/// stay at its address meanwhile. A thread without one pays one read of a thread-local variable for
/// each call.
void layout_sys_set_stand_in(const layout_sys_stand_in *stand_in);

/// Returns true in a simulation: one thread runs at a time, and work for another thread must be
/// done at once in this one.
int layout_sys_is_simulated(void);

// MARK: Waiting (futex.c)

/// Sleeps while `*word` equals `expected`, until a wake-up or until `timeout_ns` nanoseconds have
/// passed (negative: no limit). The word may be in memory shared between processes.
///
/// 0 when the word differs or after a wake-up. Spurious returns happen, so the caller must check
/// the word again. -ETIMEDOUT after the timeout, -EINTR when a signal handler ran.
int layout_sys_futex_wait(const uint32_t *word, uint32_t expected, int64_t timeout_ns);

/// Wakes at most `count` sleepers on `word`, in any process. Returns the number woken.
int layout_sys_futex_wake(const uint32_t *word, uint32_t count);

/// The processor of the calling thread; the thread may be moved at any time. Costs a few
/// nanoseconds.
uint32_t layout_sys_processor(void);

/// CLOCK_MONOTONIC in nanoseconds: for deadlines and measurements, never for layout.
int64_t layout_sys_monotonic_ns(void);

// MARK: Memory (memory.c)

/// malloc(3), for memory without which the caller can go on: `free` takes it back. NULL when there
/// is none.
void *layout_sys_allocate(size_t count);

/// An anonymous file that can be sealed, closed on exec, not executable if the kernel supports
/// that. `name` is for /proc/PID/maps only. The descriptor, or a negated errno.
int layout_sys_memfd_create(const char *name);

/// The changes that `layout_sys_seal` forbids permanently, on every descriptor of the file.
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

/// Returns true when the POSIX access list of `path` gives rights to single users or groups: 1 or
/// 0, also 0 when that is unknown.
int layout_sys_has_access_list(const char *path);

// MARK: The start of a program (startup.c)

/// Returns the number of words of the command line, including the program's name.
int layout_sys_argument_count(void);

/// A word of the command line from the kernel, in any bytes; NULL when there is none.
const char *layout_sys_argument(int index);

/// Occupies the numbers of closed standard streams, so that no other file gets them. Reading and
/// writing them fails with EBADF, as before.
void layout_sys_hold_standard_streams(void);

// MARK: Processes (process.c)

/// Asks the kernel to send `signal` to this process when the *thread* that spawned it ends. 0, or a
/// negated errno. Check `getppid` afterwards: the parent may have ended before the call.
int layout_sys_die_with_parent(int signal);

/// A descriptor that becomes readable when the process ends, closed on exec; it never refers to
/// another process. A negated errno, -ENOSYS before Linux 5.3.
int layout_sys_pidfd_open(pid_t process);

/// Sends `signal` to the process behind a pidfd; -ESRCH when it has been reaped.
int layout_sys_pidfd_send_signal(int pidfd, int signal);

/// Closes every descriptor above the standard streams except two. 0, or a negated errno.
int layout_sys_close_all_but(int first, int second);

/// Makes a spawned child close every descriptor from `first` on. 0, or a negated errno.
int layout_sys_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// A descriptor that one thread writes to wake another's `poll`: a counter, not blocking, closed on
/// exec. Or a negated errno.
int layout_sys_eventfd(void);

/// The processor time of a process, nanoseconds; -1 when it has ended.
int64_t layout_sys_process_time_ns(pid_t process);

/// Names the calling thread for debuggers and /proc; at most 15 bytes of `name` are kept.
void layout_sys_name_thread(const char *name);

// MARK: Watching (watch.c)

/// A descriptor that becomes readable at a time of CLOCK_MONOTONIC, closed on exec; no time is set
/// yet. Or a negated errno.
int layout_sys_timer(void);

/// Sets the time, nanoseconds, in place of the previous one, and makes the descriptor unreadable
/// until then. A past time makes it readable at once; a negative one means never. In a simulation
/// every time makes it readable at once, because the caller checks the simulated clock. 0, or a
/// negated errno.
int layout_sys_timer_set(int timer, int64_t deadline_ns);

/// A descriptor that is readable while one of the two is, closed on exec. Or a negated errno.
int layout_sys_either(int first, int second);

// MARK: Confinement (sandbox.c, capabilities.c, seccomp.c)
//
// Each call binds the calling thread and the threads that it starts later, permanently.

/// The limits of a confined process.
typedef struct layout_sys_limits {
  uint64_t data_bytes;     ///< Memory that may be written.
  uint64_t address_bytes;  ///< Addresses; their page tables are memory too.
  uint64_t descriptors;    ///< Open descriptors.
  uint64_t file_bytes;     ///< Bytes of a file that it writes.
  int has_threads;         ///< 1 when it may start threads.
} layout_sys_limits;

/// Sets these limits, and the limits of resources that no layout needs to 0: core files, locked
/// memory, queued messages and signals, priorities. Never raises a limit. 0, or a negated errno.
int layout_sys_limit(const layout_sys_limits *most);

/// Memory that was writable can never be executed. 0, or a negated errno, -EINVAL before Linux 6.3.
int layout_sys_deny_write_execute(void);

/// A started program gains no rights; required before the two calls below. 0, or a negated errno.
int layout_sys_no_new_privileges(void);

/// The version of Landlock, 1 or more; -ENOSYS before Linux 5.13, -EOPNOTSUPP when it is turned
/// off.
int layout_sys_landlock_version(void);

/// Only `files` may be opened, for reading; no TCP, no signals to other processes if the kernel can
/// forbid them. Missing paths and directories are left out. `tree` is a directory that may be read
/// with everything below it; null for none. 0, or a negated errno.
int layout_sys_landlock_confine(const char *const *files, uint32_t count, const char *tree);

/// 1 when system calls can be filtered and can end the process, or a negated errno: -ENOSYS on
/// processors without a filter here.
int layout_sys_seccomp_version(void);

/// Drops every capability, permanently: root then has the rights of a normal user. 0, or a negated
/// errno.
int layout_sys_drop_capabilities(void);

/// Allows only the system calls of a layout: private memory, time, reading files. Others fail with
/// EPERM, including threads. Starting programs, sockets, access to other processes and signals that
/// cannot be caught end this process with SIGSYS. 0, or a negated errno.
int layout_sys_seccomp_confine(void);

/// The filter of a child that checks a plugin: besides the calls of a layout it allows those whose
/// effect ends with the child, such as threads and descriptors. It ends no process. With `reports`,
/// each refused call, and each file that is opened for reading, waits until the listener's reader
/// has answered; the result is then the listener, to be closed before the plugin is loaded. 0 or a
/// descriptor, or a negated errno.
int layout_sys_seccomp_confine_checked(int reports);

/// Calls `body` with the path of each loaded library.
void layout_sys_each_library(void (*body)(const char *path, void *context), void *context);

/// Clears the path that started this program from its memory (AT_EXECFN).
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

/// Continues the process of a refused call: the call fails with `error`, a positive errno. 0, or a
/// negated errno.
int layout_sys_refuse(int listener, const layout_sys_refusal *refusal, int error);

/// Executes a refused call after all, as far as the kernel's other rules allow it: Landlock still
/// checks files. Only for calls that no argument in memory can make harmful. 0, or a negated errno.
int layout_sys_let_go(int listener, const layout_sys_refusal *refusal);

/// Copies at most `count` bytes of another process's memory; how many, or a negated errno.
int64_t layout_sys_read_memory(pid_t process, uint64_t address, void *out, uint64_t count);

// MARK: The dynamic loader (loader.c)

/// A handle of the library that the loader has loaded under `name`, by its own rule; NULL when
/// there is none. Loads nothing. The caller passes it to `dlclose`.
void *layout_sys_loaded_library(const char *name);

/// The path of a loaded library, from the loader; empty without one. Valid as long as the handle.
const char *layout_sys_library_path(void *handle);

/// Returns the path of the library that contains this code, from the loader; null when the code is
/// part of the program itself. Valid as long as the process.
const char *layout_sys_own_library(void);

/// Calls `body` with each directory in which the dynamic loader searches libraries, in order.
/// Entries of its cache (/etc/ld.so.cache) are not among them.
void layout_sys_each_search_directory(void (*body)(const char *path, void *context), void *context);

/// The same for an object that was linked without a run path: the directories of LD_LIBRARY_PATH at the
/// start of the program, then those that the loader was compiled with.
void layout_sys_each_system_directory(void (*body)(const char *path, void *context), void *context);

// MARK: Atomic accesses to shared memory
//
// Each word is naturally aligned. `acquire` and `release` form pairs: writes before a release store
// are visible after the acquire load that reads its value.

static inline uint32_t layout_sys_load_acquire_u32(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

static inline uint32_t layout_sys_load_relaxed_u32(const uint32_t *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline void layout_sys_store_release_u32(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

/// Sequentially consistent: publishes a word before a check for sleepers on it.
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
