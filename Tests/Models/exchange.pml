/* SPDX-License-Identifier: Apache-2.0
 *
 * The exchange of one view with one worker: epochs, sequence numbers, nested questions, deadlines,
 * death at any instant, restart.
 *
 * The host is LayoutIsolation's connection and supervisor under one collection view, the worker any
 * process that may be slow, may die before or after every message, and may ask questions with any epoch.
 * The app changes its data in batches. The model covers the answers that may be used and the state of the view
 * afterwards; contents of frames are left out.
 *
 * Bounds: BATCHES changes of data, STEPS frames, QUESTIONS of one request.
 *
 * Faults that can be put back in, each of which must give a counterexample:
 *   -DFAULT_BATCH     a failure in a batch leaves the view at the old data
 *   -DFAULT_QUESTION  a question about other data gives the worker its time again
 *   -DFAULT_SEQUENCE  an answer is used for any request and data
 *
 * With -DTRACE the two sides follow trace.h, word for word, and an assertion fails at its end: the messages of
 * a simulated host and worker are then a run that the model allows (Tools/model --traces FILE).
 */
#ifdef TRACE
#include "trace.h"
byte told;           /* Words of the trace so far. */
#endif

#define REQUEST 1
#define QUESTION 2
#define ANSWER 3
#define STALE 4
#define REPLY 5
#define FAILED 6
#define DEATH 7

/* The next word of the trace; nothing without one. */
inline say(word, number, epoch) {
#ifdef TRACE
  d_step {
    words[told] == word && numbers[told] == number && epochs[told] == epoch -> told++
  }
  assert(told < LENGTH)
#else
  skip
#endif
}

#ifndef BATCHES
#define BATCHES 2
#endif
#ifndef STEPS
#define STEPS 3
#endif
#ifndef QUESTIONS
#define QUESTIONS 1
#endif
/* Units of time in which a request has to be answered before the worker is ended; the frame continues
 * without it after the first. */
#define HARD 3

mtype = { request, question, stop, reply, failed, answer, stale };

/* Each area holds one message: the two sides speak in turn. */
chan toWorker = [1] of { mtype, byte /* sequence */, byte /* epoch */ };
chan toHost = [1] of { mtype, byte, byte };

bool alive;          /* The process runs. */
byte dataEpoch;      /* The app's data. */
byte lastEpoch;      /* The newest so far. */
bool isTakenBack;    /* The frame on screen was rolled back since. */
byte viewEpoch;      /* The data of the view. */
byte shownEpoch;     /* The data of the frame on screen. */
byte sequence;       /* Of the last request. */
byte waited;         /* Units of time that the request under way has had. */
bool isFresh;        /* The next request has the whole state. */
bool isLate;         /* An answer is due that no frame waits for. */
byte lateEpoch;      /* The data of that request. */
byte prepared;       /* The data for which the worker prepared. */
bool blamesApp;      /* A correct batch was refused. */
byte restarts;

/* The worker: the plugin inside may do anything that the message format allows. */
proctype Worker(byte birth) {
  mtype kind;
  byte number, epoch, asked, other;
  bool isPrepared;
end:
  do
  :: birth != restarts -> break
  :: birth == restarts && toWorker ? [request, _, _] ->
    atomic {
      if
      :: birth == restarts -> toWorker ? kind, number, epoch
      :: else -> goto gone
      fi
    }
    asked = 0;
    do
    :: birth != restarts -> goto gone
    /* Dies now. */
    :: birth == restarts -> say(DEATH, 0, 0); atomic { alive = false; goto gone }
    /* Asks, about these data or about any other. */
    :: birth == restarts && asked < QUESTIONS ->
      asked++;
      if
      :: other = epoch
      :: other = epoch + 1
      fi;
      say(QUESTION, number, other);
      atomic {
        if
        :: birth == restarts && alive -> toHost ! question, number, other
        :: else -> goto gone
        fi
      }
endasking:
      do
      :: birth != restarts -> goto gone
      :: birth == restarts && (toWorker ? [answer, _, _] || toWorker ? [stale, _, _]) ->
        atomic {
          if
          :: birth == restarts -> toWorker ? kind, _, _
          :: else -> goto gone
          fi
        };
        break
      od
    /* Answers, or fails by itself. */
    :: birth == restarts ->
      atomic {
        if
        :: birth == restarts && alive ->
          if
          :: say(REPLY, number, epoch); prepared = epoch; toHost ! reply, number, epoch
          :: say(FAILED, number, epoch); toHost ! failed, number, epoch
          /* An invalid answer: to the request before, about the data before. */
          :: epoch > 0 -> say(REPLY, number - 1, epoch - 1); toHost ! reply, number - 1, epoch - 1
          fi
        :: else -> goto gone
        fi
      };
      break
    od
  od;
gone:
  skip
}

inline start() {
  atomic {
    /* The messages of the previous worker are dropped with its areas. */
    do
    :: toWorker ? _, _, _
    :: toHost ? _, _, _
    :: empty(toWorker) && empty(toHost) -> break
    od;
    restarts++;
    alive = true;
    isFresh = true;
    isLate = false;
    prepared = 255;
    run Worker(restarts)
  }
}

inline end() {
  if
  :: alive -> say(DEATH, 0, 0)
  :: else -> skip
  fi;
  atomic {
    alive = false;
    isLate = false
  }
}

/* Waits for the answer to request `number` about `epoch`; `now` is the epoch of the data by now. */
inline converse(number, epochAsked, now, result) {
  result = failed;
  do
  :: toHost ? [_, _, _] ->
    toHost ? kind, got, about;
    if
    :: kind == question ->
      /* Answered about the data of now, or told that they are gone. A question costs time like any wait:
       * it has had its share before the next look. */
      if
      :: about == now -> say(ANSWER, got, 0); toWorker ! answer, got, now
      :: else -> say(STALE, got, 0); toWorker ! stale, got, now
      fi;
#ifdef FAULT_QUESTION
      if
      :: about != now -> waited = 0
      :: else -> skip
      fi;
#endif
      extra++
    :: else ->
#ifndef FAULT_SEQUENCE
      if
      :: got != number || about != epochAsked -> end(); result = failed; break
      :: else -> skip
      fi;
#endif
      result = kind;
      break
    fi
  :: empty(toHost) && !alive -> result = failed; break
  :: empty(toHost) && alive ->
    /* Time passes. */
    waited++;
    total++;
    if
    :: waited >= HARD -> end(); result = failed; break
    :: waited == 1 && mayBeLate -> result = stop; break
    :: else -> skip
    fi
  od
}

/* One frame for the data that the view knows. */
inline frame(isBatch) {
  mayBeLate = !isBatch;
  if
  :: !alive -> start()
  :: else -> skip
  fi;
  ok = true;
  if
  :: isLate ->
    /* The answer of the frame that was gone on without comes first; it is about data that may be gone. */
    mayBeLate = false;
    number = sequence;
    converse(number, lateEpoch, viewEpoch, outcome);
    isLate = false;
    if
    :: !alive || outcome == failed -> ok = false
    :: else -> skip
    fi
  :: else -> skip
  fi;
  if
  :: ok && alive ->
    sequence++;
    number = sequence;
    waited = 0; total = 0; extra = 0;
    mayBeLate = !isBatch;
    asked = viewEpoch;
    say(REQUEST, number, asked);
    toWorker ! request, number, asked;
    converse(number, asked, asked, outcome);
    /* The plugin has its time once, for any number of questions. */
    assert(total <= HARD);
    if
    :: outcome == reply ->
      /* Only an answer about the requested data is shown. */
      assert(prepared == asked && about == asked);
      shownEpoch = asked;
      isTakenBack = false;
      isFresh = false
    :: outcome == stop -> isLate = true; lateEpoch = asked
    :: else ->
      if
      :: alive -> skip
      :: else -> end()
      fi
    fi
  :: else -> skip
  fi
}

active proctype Host() {
  byte step, number, got, about, total, extra, asked, batches, before;
  mtype kind, outcome;
  bool mayBeLate, ok;
  start();
  do
  :: step < STEPS ->
    step++;
    if
    :: frame(false)
    :: batches < BATCHES ->
      /* A correct batch: it leads from the data that the app had to those that it has now. The view can
       * check it only against its own data. */
      batches++;
      if
      :: viewEpoch != dataEpoch -> blamesApp = true
      :: else -> skip
      fi;
      before = dataEpoch;
      lastEpoch++;
      dataEpoch = lastEpoch;
      viewEpoch = dataEpoch;
      frame(true);
#ifdef FAULT_BATCH
      if
      :: shownEpoch != dataEpoch -> viewEpoch = shownEpoch
      :: else -> skip
      fi;
#endif
      skip
    /* An answer of the app threw, or an item was held: the old data are back. */
    :: dataEpoch != before ->
      dataEpoch = before;
      viewEpoch = before;
      isTakenBack = true;
      frame(true)
    fi;
    /* No correct batch is ever refused, and nothing is shown that the app does not have. */
    assert(!blamesApp);
    assert(viewEpoch == dataEpoch);
    assert(shownEpoch <= dataEpoch || isTakenBack)
  :: else -> break
  od;
  end()
}
