// SPDX-License-Identifier: Apache-2.0
//
// Counts allocations without an allocator of our own: the import tables (GOT) of all images are
// rewritten to point at wrappers. The wrappers call glibc by its second exported names, which are
// not rewritten.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "CConformance.h"

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread bool is_counting;
static __thread uint64_t allocation_count;

void layout_conformance_start_counting(void) {
  allocation_count = 0;
  is_counting = true;
}

uint64_t layout_conformance_stop_counting(void) {
  is_counting = false;
  return allocation_count;
}

static inline void note(void) {
  if (is_counting) allocation_count++;
}

static void *counted_malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

static void *counted_calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}

static void *counted_realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

static void *counted_memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

static int counted_posix_memalign(void **out, size_t alignment, size_t size) {
  bool is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (alignment % sizeof(void *) != 0 || !is_power) return EINVAL;
  void *memory = counted_memalign(alignment, size);
  if (!memory) return ENOMEM;
  *out = memory;
  return 0;
}

static const struct {
  const char *name;
  void *function;
} wrappers[] = {
    {"malloc", (void *)counted_malloc},
    {"calloc", (void *)counted_calloc},
    {"realloc", (void *)counted_realloc},
    {"memalign", (void *)counted_memalign},
    {"aligned_alloc", (void *)counted_memalign},
    {"posix_memalign", (void *)counted_posix_memalign},
};

#if defined(__x86_64__)
enum { SLOT = R_X86_64_JUMP_SLOT, DATA = R_X86_64_GLOB_DAT };
#elif defined(__aarch64__)
enum { SLOT = R_AARCH64_JUMP_SLOT, DATA = R_AARCH64_GLOB_DAT };
#else
enum { SLOT = -1, DATA = -1 };
#endif

/// The imports that an image's dynamic section names.
typedef struct imports {
  ElfW(Addr) base;
  const char *strings;
  const ElfW(Sym) * symbols;
  const ElfW(Rela) * tables[2];
  size_t sizes[2];
} imports;

/// glibc replaces the addresses in most dynamic sections by absolute ones, but not in all.
static void *absolute(ElfW(Addr) base, ElfW(Addr) value) {
  return (void *)(value < base ? base + value : value);
}

static imports read_imports(ElfW(Addr) base, const ElfW(Dyn) * entry) {
  imports found = {.base = base};
  for (; entry->d_tag != DT_NULL; entry++) {
    void *place = absolute(base, entry->d_un.d_ptr);
    switch (entry->d_tag) {
      case DT_STRTAB: found.strings = place; break;
      case DT_SYMTAB: found.symbols = place; break;
      case DT_JMPREL: found.tables[0] = place; break;
      case DT_PLTRELSZ: found.sizes[0] = entry->d_un.d_val; break;
      case DT_RELA: found.tables[1] = place; break;
      case DT_RELASZ: found.sizes[1] = entry->d_un.d_val; break;
      default: break;
    }
  }
  return found;
}

/// Writes one entry, which may be in memory that is read-only after relocation.
static bool rewrite(void **place, void *function) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)place & ~(page - 1));
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
  *place = function;
  return true;
}

static uint32_t rewrite_table(const imports *in, const ElfW(Rela) * table, size_t size) {
  uint32_t count = 0;
  for (size_t index = 0; table && index < size / sizeof *table; index++) {
    int type = (int)ELF64_R_TYPE(table[index].r_info);
    if (type != SLOT && type != DATA) continue;
    const char *name = in->strings + in->symbols[ELF64_R_SYM(table[index].r_info)].st_name;
    for (size_t which = 0; which < sizeof wrappers / sizeof *wrappers; which++) {
      if (strcmp(name, wrappers[which].name) != 0) continue;
      count += rewrite((void **)(in->base + table[index].r_offset), wrappers[which].function);
    }
  }
  return count;
}

static int visit(struct dl_phdr_info *image, size_t size, void *data) {
  (void)size;
  // The kernel's own page has no imports, and an absolute address in it would be read as one.
  if (image->dlpi_name && strstr(image->dlpi_name, "linux-vdso")) return 0;
  for (int index = 0; index < image->dlpi_phnum; index++) {
    if (image->dlpi_phdr[index].p_type != PT_DYNAMIC) continue;
    imports in = read_imports(
        image->dlpi_addr, (const ElfW(Dyn) *)(image->dlpi_addr + image->dlpi_phdr[index].p_vaddr));
    if (!in.strings || !in.symbols) continue;
    for (int table = 0; table < 2; table++) {
      *(uint32_t *)data += rewrite_table(&in, in.tables[table], in.sizes[table]);
    }
  }
  return 0;
}

uint32_t layout_conformance_hook_allocations(void) {
  uint32_t count = 0;
  dl_iterate_phdr(visit, &count);
  return count;
}
