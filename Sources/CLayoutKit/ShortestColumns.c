// SPDX-License-Identifier: Apache-2.0
//
// The pass of a waterfall over items of different lengths, with the columns in registers.
//
// The columns are sorted by the place of their next item, and equal ones by their number. An item goes to
// the first column, which then has another place x. In the sorted list without its first entry, x has its
// place by one rule for each entry: new[i] = max(old[i], min(old[i + 1], x)). No step waits for a comparison,
// and the sums are those of the pass one by one, so the bits are the same.
#include "CLayoutKit.h"
#include "Processor.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { LANES = 4, MOST_VECTORS = LAYOUT_KIT_COLUMN_LIMIT / LANES };

#define AVX2 __attribute__((target("avx2"), always_inline)) static inline

// The entries behind those of `low`, of which the last is the first of `high`.
AVX2 __m256d behind(__m256d low, __m256d high) {
  return _mm256_shuffle_pd(low, _mm256_permute2f128_pd(low, high, 0x21), 5);
}

// True in the entries that come before the place `next` of column `column`.
AVX2 __m256d come_before(__m256d places, __m256d columns, __m256d next, __m256d column) {
  __m256d is_equal = _mm256_cmp_pd(places, next, _CMP_EQ_OQ);
  __m256d is_left = _mm256_castsi256_pd(
      _mm256_cmpgt_epi64(_mm256_castpd_si256(column), _mm256_castpd_si256(columns)));
  return _mm256_or_pd(_mm256_cmp_pd(places, next, _CMP_LT_OQ), _mm256_and_pd(is_equal, is_left));
}

// `vectors` is a constant where this is inlined, so all arrays are registers.
AVX2 void fill(layout_kit_columns *all, size_t item, size_t end, size_t vectors) {
  __m256d places[MOST_VECTORS + 1], columns[MOST_VECTORS + 1];
  const __m256d no_place = _mm256_set1_pd(INFINITY);
  const __m256d no_column = _mm256_castsi256_pd(_mm256_set1_epi64x(INT64_MAX));
  for (size_t v = 0; v < vectors; v++) {
    places[v] = _mm256_loadu_pd(all->places + v * LANES);
    columns[v] = _mm256_loadu_pd((const double *)(all->columns + v * LANES));
  }
  places[vectors] = no_place;
  columns[vectors] = no_column;
  double deepest = all->deepest;
  for (; item < end; item++) {
    double top = _mm256_cvtsd_f64(places[0]);
    double bottom = top + all->lengths[2 * item];
    __m256d next = _mm256_set1_pd(bottom + all->spacing);
    __m256d column = _mm256_broadcastsd_pd(_mm256_castpd256_pd128(columns[0]));
    size_t number = (size_t)_mm_cvtsi128_si64(_mm_castpd_si128(_mm256_castpd256_pd128(column)));
    all->tops[item] = top;
    all->numbers[item] = (uint16_t)number;
    all->lasts[number] = (int32_t)item;
    deepest = bottom > deepest ? bottom : deepest;
    for (size_t v = 0; v < vectors; v++) {
      __m256d later = behind(places[v], places[v + 1]);
      __m256d later_columns = behind(columns[v], columns[v + 1]);
      __m256d stays = come_before(later, later_columns, next, column);
      __m256d moves = come_before(places[v], columns[v], next, column);
      __m256d kept = _mm256_blendv_pd(columns[v], column, moves);
      columns[v] = _mm256_blendv_pd(kept, later_columns, stays);
      places[v] = _mm256_max_pd(places[v], _mm256_min_pd(later, next));
    }
  }
  for (size_t v = 0; v < vectors; v++) {
    _mm256_storeu_pd(all->places + v * LANES, places[v]);
    _mm256_storeu_pd((double *)(all->columns + v * LANES), columns[v]);
  }
  all->deepest = deepest;
}

__attribute__((target("avx2"))) static void fill_avx2(layout_kit_columns *all, size_t item,
                                                      size_t end) {
  switch ((all->count + LANES - 1) / LANES) {
    case 1: return fill(all, item, end, 1);
    case 2: return fill(all, item, end, 2);
    case 3: return fill(all, item, end, 3);
    default: return fill(all, item, end, 4);
  }
}

// Writes the last item of each column before a block of items.
static void mark(layout_kit_columns *all) {
  memcpy(all->marks, all->lasts, all->count * sizeof *all->lasts);
  all->marks += all->count;
}

bool layout_kit_fill_columns(layout_kit_columns *all, size_t item, size_t end) {
  if (all->count > LAYOUT_KIT_COLUMN_LIMIT || !layout_kit_has_avx2()) return false;
  for (size_t column = all->count; column < LAYOUT_KIT_COLUMN_LIMIT; column++) {
    all->places[column] = INFINITY;
    all->columns[column] = INTPTR_MAX;
  }
  while (item < end) {
    if (item == all->block_end) {
      mark(all);
      all->block_end += all->block_size;
    }
    size_t stop = all->block_end < end ? all->block_end : end;
    fill_avx2(all, item, stop);
    item = stop;
  }
  return true;
}
#else
bool layout_kit_fill_columns(layout_kit_columns *all, size_t item, size_t end) {
  (void)all, (void)item, (void)end;
  return false;
}
#endif
