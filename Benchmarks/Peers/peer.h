// SPDX-License-Identifier: Apache-2.0
//
// What every peer harness shares: the scene, clocks, and one line of JSON for each row measured.

#pragma once
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// The scene: a viewport of 1000 × 800 with cells of 100 × 80, ten columns. Scrolling moves it by 20 points a frame, so
/// that a row enters in one of four frames.
enum {
  PEER_WIDTH = 1000,
  PEER_HEIGHT = 800,
  PEER_CELL_WIDTH = 100,
  PEER_CELL_HEIGHT = 80,
  PEER_COLUMNS = 10,
  PEER_STEP = 20,
  PEER_ROW_FRAMES = PEER_CELL_HEIGHT / PEER_STEP
};

/// Returns 0 to 79 from an index, as `layouthost bench` spreads its sizes.
/// Wellons, "Prospecting for hash functions", 2018: the function lowbias32.
static inline uint32_t peer_hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

/// The offset of jump number `jump` in content of `length` points.
static inline double peer_offset(uint32_t jump, double length) {
  double room = length - PEER_HEIGHT;
  return room > 0 ? (double)(peer_hash(jump) / 4294967296.0 * room) : 0;
}

static inline double peer_clock(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/// Milliseconds of the wall.
static inline double peer_now(void) { return peer_clock(CLOCK_MONOTONIC); }

/// Milliseconds of this thread's processor time.
static inline double peer_thread_time(void) { return peer_clock(CLOCK_THREAD_CPUTIME_ID); }

/// Kilobytes of a line of /proc/self/status, such as "VmRSS:"; 0 where there is none.
static inline long peer_memory(const char *name) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long value = 0;
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) value = atol(line + strlen(name));
  fclose(file);
  return value;
}

static inline int peer_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/// Replaces frames of scrolling by the means of the frames in which one row enters: of single frames, the median is one
/// without a new row. Returns the number of means.
static inline int peer_row_means(double *frames, int count) {
  int rows = count / PEER_ROW_FRAMES;
  for (int row = 0; row < rows; row++) {
    double sum = 0;
    for (int frame = 0; frame < PEER_ROW_FRAMES; frame++) sum += frames[row * PEER_ROW_FRAMES + frame];
    frames[row] = sum / PEER_ROW_FRAMES;
  }
  return rows;
}

/// Prints a row: its median and its 99th percentile, in milliseconds. Sorts the samples.
static inline void peer_print(const char *peer, const char *row, double *samples, int count) {
  if (count <= 0) return;
  qsort(samples, (size_t)count, sizeof *samples, peer_compare);
  printf("{\"peer\":\"%s\",\"row\":\"%s\",\"median\":%.6f,\"p99\":%.6f,\"samples\":%d}\n", peer, row,
         samples[count / 2], samples[(int)(count * 0.99)], count);
  fflush(stdout);
}

/// Prints the version of a peer.
static inline void peer_version(const char *peer, const char *version) {
  printf("{\"peer\":\"%s\",\"version\":\"%s\"}\n", peer, version);
}

/// Prints the memory of this process in kilobytes.
static inline void peer_print_memory(const char *peer, const char *row) {
  printf("{\"peer\":\"%s\",\"row\":\"%s\",\"kilobytes\":%ld}\n", peer, row, peer_memory("VmRSS:"));
}

/// The number after an option such as "--items"; `otherwise` where it is not given.
static inline long peer_option(int count, char **words, const char *name, long otherwise) {
  for (int index = 1; index + 1 < count; index++)
    if (strcmp(words[index], name) == 0) return atol(words[index + 1]);
  return otherwise;
}

/// True where a word such as "--inscription" is given.
static inline int peer_flag(int count, char **words, const char *name) {
  for (int index = 1; index < count; index++)
    if (strcmp(words[index], name) == 0) return 1;
  return 0;
}
