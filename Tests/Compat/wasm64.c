// SPDX-License-Identifier: Apache-2.0
//
// wasm64.c: the few functions of the C library that a host and a plugin need in WebAssembly with 64-bit pointers, for
// which Debian has no C library; for 32 bits it has wasi-libc. Text is formatted by the engine's process
// (Tests/Compat/wasm.py), which gets the arguments as they lie in memory.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IMPORT(name) __attribute__((import_module("machine"), import_name(name)))

IMPORT("format") int machine_format(char *text, size_t size, const char *format, va_list arguments);
IMPORT("write") void machine_write(const char *text, size_t size);
IMPORT("hypot") double machine_hypot(double x, double y);

// Memory is allocated and never freed: a run ends after a few hundred calls. The size stands before a block.
extern unsigned char __heap_base;
enum { UNIT = 16, PAGE = 65536 };
static uintptr_t used;

static void *take(size_t alignment, size_t size) {
  if (used == 0) used = (uintptr_t)&__heap_base;
  uintptr_t start = (used + UNIT + alignment - 1) / alignment * alignment;
  uintptr_t end = start + (size + UNIT - 1) / UNIT * UNIT;
  uintptr_t room = __builtin_wasm_memory_size(0) * PAGE;
  if (end < start) return NULL;
  if (end > room && __builtin_wasm_memory_grow(0, (end - room + PAGE - 1) / PAGE) == SIZE_MAX) return NULL;
  used = end;
  *(size_t *)(start - sizeof(size_t)) = size;
  return (void *)start;
}
void *malloc(size_t size) { return take(UNIT, size); }
void *calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return take(UNIT, bytes);  // Memory that was never used is zero.
}
void *realloc(void *old, size_t size) {
  void *room = take(UNIT, size);
  size_t kept = old ? *(size_t *)((uintptr_t)old - sizeof(size_t)) : 0;
  return room && old ? memcpy(room, old, kept < size ? kept : size) : room;
}
void free(void *room) { (void)room; }
int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = take(alignment < UNIT ? UNIT : alignment, size);
  return *out ? 0 : 12;
}

// One instruction each (bulk memory).
void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }
void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }
void *memset(void *to, int byte, size_t size) { return __builtin_memset(to, byte, size); }
int memcmp(const void *a, const void *b, size_t size) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < size; i++)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}
size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// An insertion sort: the arrays here have tens of entries.
void qsort(void *start, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *at = start, *spare = malloc(size);
  for (size_t i = 1; i < count; i++) {
    size_t place = i;
    memcpy(spare, at + i * size, size);
    while (place > 0 && compare(at + (place - 1) * size, spare) > 0) place--;
    memmove(at + (place + 1) * size, at + place * size, (i - place) * size);
    memcpy(at + place * size, spare, size);
  }
}

double round(double x) {
  double whole = __builtin_trunc(x);
  return __builtin_fabs(x - whole) >= 0.5 ? whole + __builtin_copysign(1, x) : whole;
}
double fmax(double a, double b) { return a != a ? b : b != b || a > b ? a : b; }
double fmin(double a, double b) { return a != a ? b : b != b || a < b ? a : b; }
double hypot(double x, double y) { return machine_hypot(x, y); }
int sched_yield(void) { return 0; }

int snprintf(char *text, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = machine_format(text, size, format, arguments);
  va_end(arguments);
  return count;
}
int printf(const char *format, ...) {
  static char line[65536];
  va_list arguments;
  va_start(arguments, format);
  int count = machine_format(line, sizeof line, format, arguments);
  va_end(arguments);
  machine_write(line, (size_t)count);
  return count;
}
int putchar(int byte) { return printf("%c", byte); }
// Errors go to the same output as the rest: the printed text is compared.
FILE *const stderr = NULL;
int fprintf(FILE *file, const char *format, ...) { return printf("%s", format); }

// The name that clang gives to a `main` with arguments here.
int __main_argc_argv(int argument_count, char **arguments);
__attribute__((export_name("_start"))) void _start(void) {
  if (__main_argc_argv(0, NULL) != 0) __builtin_trap();
}
