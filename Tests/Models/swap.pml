/* SPDX-License-Identifier: Apache-2.0
 *
 * A hot swap on a live view: a new version prepares beside the one on screen, is swapped in between two
 * frames, is on probation while the old one is kept, and is retired or rolled back.
 *
 * Frames, changes of data and failures of either version come in any order. The model covers the
 * version on screen, the live instances, and the data for which each has prepared.
 *
 * Bounds: CHANGES of data, FRAMES frames, PROBATION frames of probation, TRIES preparations.
 *
 * Faults that can be put in, each of which must give a counterexample:
 *   -DFAULT_STALE      a version that prepared for old data is swapped in
 *   -DFAULT_PROBATION  a change of data keeps the old version
 *   -DFAULT_LEAK       a refused version is not released
 */

#ifndef CHANGES
#define CHANGES 3
#endif
#ifndef FRAMES
#define FRAMES 6
#endif
#ifndef PROBATION
#define PROBATION 2
#endif
#ifndef TRIES
#define TRIES 3
#endif

/* Stages of a swap; `rest` means that none is running. */
mtype = { rest, judge, load, prepare, commit, probation };

mtype stage = rest;
byte dataEpoch;      /* The app's data. */
byte onScreen = 1;   /* The version on screen. */
byte coming;         /* The version that prepares; 0 for none. */
byte standby;        /* The old version during probation; 0 for none. */
byte preparedOld;    /* The data for which the version on screen prepared. */
byte preparedNew;    /* The same of the one that comes. */
byte preparedStandby;
byte instances = 1;  /* Live instances. */
byte tries, left, frames, changes, swaps;
bool isRefused;      /* The last swap was refused. */
byte before;         /* The version on screen when the swap began. */

inline letGoOfComing() {
#ifdef FAULT_LEAK
  skip;
#else
  if
  :: coming != 0 -> instances--
  :: else -> skip
  fi;
#endif
  coming = 0
}

inline retire() {
  standby = 0;
  instances--;
  stage = rest
}

inline refuse() {
  isRefused = true;
  letGoOfComing();
  stage = rest;
  /* A refusal changes nothing on screen. */
  assert(onScreen == before)
}

active proctype Session() {
  do
  /* The app changes its data. */
  :: changes < CHANGES ->
    atomic {
      changes++;
      dataEpoch++
    }
  /* A frame of the version on screen: it prepares for the present data first. */
  :: frames < FRAMES ->
    atomic {
      frames++;
      if
      /* A frame with other data ends the probation: the old version never prepared for them. */
      :: stage == probation && preparedStandby != dataEpoch ->
#ifndef FAULT_PROBATION
        retire()
#else
        skip
#endif
      :: else -> skip
      fi;
      if
      :: /* It works. */
        preparedOld = dataEpoch;
        if
        :: stage == probation ->
          left--;
          if
          :: left == 0 -> retire()
          :: else -> skip
          fi
        :: else -> skip
        fi
      :: /* It fails: an old version, if there is one, replaces it and shows the frame. */
        if
        :: stage == probation ->
          assert(preparedStandby == dataEpoch);
          onScreen = standby;
          preparedOld = preparedStandby;
          retire()
        :: else -> skip
        fi
      fi
    }
  /* A new file. */
  :: stage == rest && swaps < 2 ->
    atomic {
      swaps++;
      before = onScreen;
      isRefused = false;
      tries = 0;
      stage = judge
    }
  :: stage == judge ->
    if
    :: stage = load
    :: atomic { refuse() }
    fi
  :: stage == load ->
    if
    :: atomic { coming = onScreen + 1; instances++; stage = prepare; preparedNew = 255 }
    :: atomic { refuse() }
    fi
  /* The new version prepares, over several steps. */
  :: stage == prepare ->
    if
    :: atomic {
        tries <= TRIES ->
        tries++;
        preparedNew = dataEpoch;
        stage = commit
      }
    :: tries > TRIES -> atomic { refuse() }
    :: atomic { refuse() }
    fi
  :: stage == commit ->
    atomic {
      if
#ifndef FAULT_STALE
      :: preparedNew != dataEpoch -> stage = prepare
      :: preparedNew == dataEpoch ->
#else
      :: true ->
#endif
        if
        :: /* It shows a frame, for the present data. */
          assert(preparedNew == dataEpoch);
          standby = onScreen;
          preparedStandby = preparedOld;
          onScreen = coming;
          preparedOld = preparedNew;
          coming = 0;
          left = PROBATION;
          stage = probation;
          if
          :: preparedStandby != dataEpoch -> retire()
          :: else -> skip
          fi
        :: refuse()
        fi
      fi
    }
  /* A version is always on screen; only it, the coming and the old version live. */
  :: atomic {
      assert(onScreen != 0 && onScreen != standby && onScreen != coming);
      assert(instances == 1 + (coming != 0) + (standby != 0));
      assert(stage == probation || standby == 0)
    }
  :: changes == CHANGES && frames == FRAMES && (stage == rest || stage == probation) -> break
  od;
  /* The session ends and releases the old version. */
  if
  :: stage == probation -> retire()
  :: else -> skip
  fi;
  assert(instances == 1 && standby == 0 && coming == 0)
}
