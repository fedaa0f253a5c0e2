// SPDX-License-Identifier: Apache-2.0
//
// The breaking of one block of items into lines.
//
// The rule subtracts one item after the other from the room of its line, so each item waits for the one before
// it, and the end of a line is a branch that the processor cannot predict. With vectors, the needs of all items
// of the block are summed up first; the end of a line is then the number of sums that are within its room, which
// are compared sixteen at a time. These sums are rounded in another order than the differences of the rule. A line
// whose end depends on that is filled by the rule itself, so the lines are the same, bit for bit.
#include <float.h>

#include "CLayoutKit.h"
#include "Processor.h"

#pragma STDC FP_CONTRACT OFF

// Vector code that calls a function without vectors has to clear its registers first.
#define INLINE __attribute__((always_inline)) static inline

typedef struct line {
  size_t end;        // The first item behind the line.
  double left;       // The room that is left.
  double thickness;  // The length of the longest item along the axis.
} line;

static double extent(const layout_kit_lines *all, size_t item) {
  return all->sizes[2 * item + all->across];
}

static double length(const layout_kit_lines *all, size_t item) {
  return all->sizes[2 * item + 1 - all->across];
}

// Fills a line by the rule.
static line fill_line(const layout_kit_lines *all, size_t item) {
  line filled = {item + 1, all->limit - extent(all, item), length(all, item)};
  for (; filled.end < all->count; filled.end++) {
    double need = all->between + extent(all, filled.end);
    if (filled.left < need) break;
    filled.left -= need;
    double thickness = length(all, filled.end);
    filled.thickness = thickness > filled.thickness ? thickness : filled.thickness;
  }
  return filled;
}

// Adds a length, as FixedLength in LayoutKit does.
INLINE void add_length(layout_kit_lines *all, double length) {
  if (!(length < (double)all->longest)) {
    all->points = all->longest;
    all->fraction = 0;
    return;
  }
  int64_t points = (int64_t)length;
  double rest = length - (double)points;
  // Most lengths are whole, and the conversion of a large number is several instructions.
  uint64_t fraction = rest > 0 ? (uint64_t)(rest * 0x1p64) : 0;
  all->fraction += fraction;
  all->points += points + (all->fraction < fraction);
  if (all->points >= all->longest) {
    all->points = all->longest;
    all->fraction = 0;
  }
}

// The line before gets no more items.
INLINE void add_line(layout_kit_lines *all, size_t item, line filled) {
  if (all->line_count > 0) add_length(all, all->thickness);
  all->starts[item / 64] |= UINT64_C(1) << item % 64;
  all->line_count++;
  all->thickness = filled.thickness;
  all->left = filled.left;
}

static void break_plain(layout_kit_lines *all) {
  for (size_t item = all->first; item < all->count;) {
    line filled = fill_line(all, item);
    add_line(all, item, filled);
    item = filled.end;
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,popcnt"), always_inline)) static inline

enum { LANES = 4, PROBE = 16 };

// Longer sums and rooms are left to the rule: the products with them could overflow.
static const double MOST = 1e300;

// A block's items in the order of vectors, with room for a probe behind the last.
typedef struct vectors {
  // The needs of all items before an item; infinite behind the last.
  double sums[1 + LAYOUT_KIT_BLOCK_LIMIT + PROBE];
  // The items' lengths along the axis; 0 behind the last.
  double lengths[LAYOUT_KIT_BLOCK_LIMIT + PROBE];
  // The greatest sum that is within a line from an item on.
  double most[LAYOUT_KIT_BLOCK_LIMIT];
} vectors;

// The sums within four items: a, a + b, a + b + c, …
AVX2 __m256d sum_within(__m256d needs) {
  const __m256d zero = _mm256_setzero_pd();
  needs = _mm256_add_pd(needs, _mm256_blend_pd(_mm256_permute4x64_pd(needs, 0x90), zero, 1));
  return _mm256_add_pd(needs, _mm256_permute2f128_pd(needs, needs, 0x08));
}

// Sums up the needs of the items.
// Returns false if they do not ascend, or are too long.
AVX2 bool sum_needs(const layout_kit_lines *all, vectors *to) {
  const double *sizes = all->sizes;
  const __m256d between = _mm256_set1_pd(all->between), limit = _mm256_set1_pd(all->limit);
  __m256d sum = _mm256_setzero_pd(), least = sum;
  size_t item = 0;
  to->sums[0] = 0;
  for (; item + LANES <= all->count; item += LANES) {
    // Blocks mostly follow each other in memory; the next one arrives while this one is broken.
    _mm_prefetch((const char *)(sizes + 2 * (item + LAYOUT_KIT_BLOCK_LIMIT)), _MM_HINT_T0);
    __m256d a = _mm256_loadu_pd(sizes + 2 * item);
    __m256d b = _mm256_loadu_pd(sizes + 2 * item + LANES);
    __m256d widths = _mm256_permute4x64_pd(_mm256_unpacklo_pd(a, b), 0xd8);
    __m256d heights = _mm256_permute4x64_pd(_mm256_unpackhi_pd(a, b), 0xd8);
    __m256d extents = all->across == 0 ? widths : heights;
    __m256d needs = _mm256_add_pd(between, extents);
    __m256d within = sum_within(needs), sums = _mm256_add_pd(sum, within);
    least = _mm256_min_pd(least, needs);
    _mm256_storeu_pd(to->sums + 1 + item, sums);
    _mm256_storeu_pd(to->lengths + item, all->across == 0 ? heights : widths);
    _mm256_storeu_pd(to->most + item, _mm256_add_pd(sums, _mm256_sub_pd(limit, extents)));
    sum = _mm256_add_pd(sum, _mm256_permute4x64_pd(within, 0xff));
  }
  bool ascends = _mm256_movemask_pd(least) == 0;
  double total = _mm256_cvtsd_f64(sum);
  for (; item < all->count; item++) {
    double need = all->between + extent(all, item);
    ascends &= need >= 0;
    total += need;
    to->sums[1 + item] = total;
    to->lengths[item] = length(all, item);
    to->most[item] = total + (all->limit - extent(all, item));
  }
  for (size_t probe = 0; probe < PROBE; probe++) {
    to->sums[1 + item + probe] = INFINITY;
    to->lengths[item + probe] = 0;
  }
  // False for "not a number" too.
  return ascends && total < MOST;
}

// Returns how many of sixteen ascending sums are at most `limit`.
AVX2 unsigned count_within(const double *sums, double limit) {
  const __m256d most = _mm256_set1_pd(limit);
#define IS_WITHIN(vector) \
  _mm256_castpd_si256(_mm256_cmp_pd(_mm256_loadu_pd(sums + LANES * (vector)), most, _CMP_LE_OQ))
  __m256i low = _mm256_packs_epi32(IS_WITHIN(0), IS_WITHIN(1));
  __m256i high = _mm256_packs_epi32(IS_WITHIN(2), IS_WITHIN(3));
#undef IS_WITHIN
  // Two bytes of each sum.
  int bytes = _mm256_movemask_epi8(_mm256_packs_epi16(low, high));
  return (unsigned)_mm_popcnt_u32((unsigned)bytes) / 2;
}

// Returns the greatest of `thickness` and the first `count` of sixteen lengths.
AVX2 __m256d greatest(__m256d thickness, const double *lengths, unsigned count) {
  static const int64_t kept[2 * PROBE] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                          -1, -1, -1, -1, -1, -1, -1, -1};
  for (int vector = 0; vector < PROBE / LANES; vector++) {
    const int64_t *mask = kept + PROBE - count + LANES * vector;
    __m256d some = _mm256_and_pd(_mm256_loadu_pd(lengths + LANES * vector),
                                 _mm256_loadu_pd((const double *)mask));
    thickness = _mm256_max_pd(thickness, some);
  }
  return thickness;
}

AVX2 double greatest_of(__m256d lengths) {
  __m128d two = _mm_max_pd(_mm256_castpd256_pd128(lengths), _mm256_extractf128_pd(lengths, 1));
  return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

__attribute__((target("avx2,popcnt"))) static bool break_avx2(layout_kit_lines *all) {
  vectors items;
  if (!(all->limit >= 0 && all->limit < MOST) || !sum_needs(all, &items)) return false;
  // A sum is rounded at most 36 times, once for each vector and four times more; a line's room at most once for
  // each item. A rounding changes a number by at most half of DBL_EPSILON of it.
  const double doubt =
      (80 * items.sums[all->count] + 2 * LAYOUT_KIT_BLOCK_LIMIT * all->limit) * (DBL_EPSILON / 2);
  for (size_t item = all->first; item < all->count;) {
    const double most = items.most[item];
    __m256d thickness = _mm256_setzero_pd();
    size_t end = item;
    unsigned count;
    do {
      count = count_within(items.sums + end + 1, most);
      thickness = greatest(thickness, items.lengths + end, count);
      end += count;
    } while (count == PROBE && end < all->count);
    // The first item of a line is in it even if it has no room.
    bool is_sure = end > item && items.sums[end + 1] > most + doubt &&
                   (end == item + 1 || items.sums[end] <= most - doubt);
    line filled = {end, 0, greatest_of(thickness)};
    if (!is_sure || end == all->count) filled = fill_line(all, item);
    add_line(all, item, filled);
    item = filled.end;
  }
  return true;
}

void layout_kit_break_lines(layout_kit_lines *all, bool is_plain) {
  if (is_plain || !layout_kit_has_avx2() || !break_avx2(all)) break_plain(all);
}
#else
void layout_kit_break_lines(layout_kit_lines *all, bool is_plain) {
  (void)is_plain;
  break_plain(all);
}
#endif
