// SPDX-License-Identifier: Apache-2.0
//
// Wrappers around glibc's allocator that count the allocations of a thread when it has turned
// counting on.
#include "CAllocationCounter.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>

// glibc exports its allocator under these names too, so the wrappers need neither dlsym, which
// allocates itself, nor a hook, which glibc 2.34 removed.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread bool is_counting;
static __thread uint64_t allocation_count;

void layout_allocations_start(void) {
  allocation_count = 0;
  is_counting = true;
}

uint64_t layout_allocations_stop(void) {
  is_counting = false;
  return allocation_count;
}

static inline void note(void) {
  if (is_counting) allocation_count++;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *memory = memalign(alignment, size);
  if (!memory) return ENOMEM;
  *out = memory;
  return 0;
}

uint64_t layout_allocations_live_bytes(void) {
  struct mallinfo2 about = mallinfo2();
  return about.uordblks + about.hblkhd;
}
