// SPDX-License-Identifier: Apache-2.0
//
// The search for a gallery's best rows, four places at a time.
//
// RowBreaks in LayoutKit explains the search and why it may end where it does. The rows that end before four
// neighbouring places do not depend on each other, so their badness is computed side by side. Only the sums
// with rows that end among the four are computed one place after the other. Each sum has the order of the
// search for one place, and no product is fused with a sum, so every machine finds the same bits.
#include <math.h>
#include <string.h>

#include "CLayoutKit.h"
#include "Processor.h"

#pragma STDC FP_CONTRACT OFF

enum { WIDTH = 4, ITEM_LIMIT = 100 };

typedef double numbers __attribute__((vector_size(WIDTH * sizeof(double))));
typedef int64_t marks __attribute__((vector_size(WIDTH * sizeof(int64_t))));

// Macros: a function that returns such vectors has another calling convention for each instruction set.
#define ALL(value) ((numbers){(value), (value), (value), (value)})
#define CHOOSE(mark, a, b) ((numbers)(((mark) & (marks)(a)) | (~(mark) & (marks)(b))))

static inline __attribute__((always_inline)) size_t search(const layout_kit_rows *rows,
                                                           size_t place, size_t end) {
  const ptrdiff_t step = (ptrdiff_t)rows->step;
  for (; place >= ITEM_LIMIT && place + WIDTH - 1 <= end; place += WIDTH) {
    const double *shares = rows->shares + step * (ptrdiff_t)place;
    double *known = rows->badness + place;
    // The badness of rows with fewer items than the number of places in one step.
    numbers near[WIDTH - 1];
    for (int i = 0; i < WIDTH - 1; i++) near[i] = ALL(INFINITY);
    numbers natural = ALL(0), before = ALL(0), part = ALL(0);
    numbers best = ALL(INFINITY), best_count = ALL(0);
    marks has_part = {0}, is_done = {0};
    for (int count = 1; count <= ITEM_LIMIT; count++) {
      double room = rows->width - rows->spacing * (double)(count - 1);
      if (room <= 0) break;
      const double *first = shares - step * count;
      numbers breadth = {first[0], first[step], first[2 * step], first[3 * step]};
      breadth *= rows->target;
      natural += breadth;
      marks is_wide = natural > ALL(room);
      numbers factor =
          CHOOSE(is_wide, natural, ALL(room)) / CHOOSE(is_wide, ALL(room), natural) - ALL(1);
      numbers badness = CHOOSE(is_done, ALL(INFINITY), factor * factor);
      if (count < WIDTH) {
        near[count - 1] = badness;
      } else {
        numbers total;
        memcpy(&total, known - count, sizeof total);
        total += badness;
        marks is_better = total < best;
        best_count = CHOOSE(is_better, ALL((double)count), best_count);
        best = CHOOSE(is_better, total, best);
      }
      before += (numbers)((marks)breadth & has_part);
      numbers behind = ALL(rows->width) - ALL(rows->spacing) * (ALL((double)(count - 1)) - part);
      is_done |= has_part & (before >= behind);
      marks begins = ~has_part & (natural >= ALL(0.62 * room));
      part = CHOOSE(begins, ALL((double)count), part);
      has_part |= begins;
      if ((is_done[0] & is_done[1] & is_done[2] & is_done[3]) != 0) break;
    }
    for (int lane = 0; lane < WIDTH; lane++, known++) {
      double least = best[lane];
      int least_count = (int)best_count[lane];
      // Of rows with equal badness the shortest is used, so the shortest comes last.
      for (int count = WIDTH - 1; count >= 1; count--) {
        double total = known[-count] + near[count - 1][lane];
        least_count = total <= least ? count : least_count;
        least = total < least ? total : least;
      }
      known[0] = least < INFINITY ? least : known[-1];
      rows->counts[place + (size_t)lane] = (uint8_t)(least < INFINITY ? least_count : 1);
    }
  }
  return place;
}

static size_t search_plain(const layout_kit_rows *rows, size_t place, size_t end) {
  return search(rows, place, end);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static size_t search_avx2(const layout_kit_rows *rows,
                                                          size_t place, size_t end) {
  return search(rows, place, end);
}

size_t layout_kit_best_rows(const layout_kit_rows *rows, size_t place, size_t end, bool is_plain) {
  if (!is_plain && layout_kit_has_avx2()) return search_avx2(rows, place, end);
  return search_plain(rows, place, end);
}
#else
size_t layout_kit_best_rows(const layout_kit_rows *rows, size_t place, size_t end, bool is_plain) {
  (void)is_plain;
  return search_plain(rows, place, end);
}
#endif
