// SPDX-License-Identifier: Apache-2.0
//
// The part of the corpus that repeats correct calls without limit, and that answers with numbers at the limits of
// their types.

extension Corpus {
  /// Events, marks, errors, lines, names.
  static let storms = [
    Deed("postsForEver", "posts 100,000 events in a call", .harmless),
    Deed("postsAtLength", "posts 64 events of 1 MiB", .harmless),
    Deed("postsTooLong", "posts an event of 64 MiB", .denied),
    Deed("postsUnknown", "posts an event that it did not declare", .denied),
    Deed("postsTooFew", "posts an event without all that belongs to it", .denied),
    Deed("postsNothing", "posts an event whose arguments are nowhere", .harmless),
    Deed("postsFromNowhere", "posts a text that is not there", .died("SIGSEGV")),
    Deed("postsNotANumber", "posts NaN", .denied),
    Deed("marksForEver", "says 100,000 times that everything is stale", .harmless),
    Deed("marksItemsForEver", "says 100,000 times that an item is stale", .harmless),
    Deed("marksAllOften", "says a thousand times of each item that it is stale", .harmless),
    Deed("marksUnknown", "sets an unknown mark", .refused("marks")),
    Deed("marksOutside", "says that an item is stale that is not there", .refused("path")),
    Deed("marksFromNowhere", "says that elements are stale which are nowhere", .died("SIGSEGV")),
    Deed("marksNothing", "invalidates without saying what", .harmless),
    Deed("complainsOften", "gives 10,000 reasons of 64 KiB for an error", .harmless),
    Deed("complainsAndGoesOn", "gives a reason for an error and has none", .harmless),
    Deed("failsSilently", "fails without a reason", .failed("layout-failed")),
    Deed("claimsNoMemory", "says that it has no memory", .failed("layout-out-of-memory")),
    Deed("claimsStale", "says that its data are stale", .failed("layout-stale")),
    Deed("claimsHundred", "answers with a status of 100", .refused("value")),
    Deed("logsAtLevels", "logs at 100,000 levels", .harmless),
    Deed("logsLong", "logs lines of 64 MiB", .harmless),
    Deed("logsNewLines", "logs a million ends of lines", .harmless),
    Deed("logsAccents", "logs 32 million accents on nothing", .harmless),
    Deed("registersForEver", "registers a name 100,000 times", .harmless),
    Deed("registersAtLength", "registers a name of 16 MiB itself", .denied),
    Deed("registersUnknown", "registers a name for a kind that it does not have", .denied),
    Deed("mapsFromNowhere", "asks the way of paths that are nowhere", .died("SIGSEGV")),
    Deed("mapsMillions", "asks the way of a million paths", .harmless),
    Deed("asksUnknownExtension", "asks for an extension with a name of 1 MiB", .denied),
    Deed("asksUnknownQuery", "asks for query number four billion", .denied),
    Deed("writesHostTable", "writes to the table that its host gave it", .harmless),
  ]

  /// Misuse of the room for answers, and numbers at the limits of their types.
  static let games = [
    Deed("wantsSame", "wants the room that it has", .refused("room")),
    Deed("wantsNothing", "wants room for nothing", .refused("room")),
    Deed(
      "wantsTransforms", "wants room for four billion transforms", .failed("answer-too-large")),
    Deed("wantsPayload", "wants room for four billion fields", .failed("answer-too-large")),
    Deed("raisesCapacity", "says that its room is larger", .harmless),
    Deed("movesRecords", "answers in memory of its own", .harmless),
    Deed("forgetsRecords", "takes the room for its answer away", .harmless),
    Deed("answersNothing", "answers that nothing is there", .harmless),
    Deed("claimsTransforms", "claims one transform more than it has room for", .refused("room")),
    Deed("claimsPayload", "claims one field more than it has room for", .refused("room")),
    Deed("notANumberAlpha", "answers with an opacity of NaN", .refused("alpha")),
    Deed("negativeAlpha", "answers with an opacity below 0", .refused("alpha")),
    Deed("largestFrame", "answers with the largest frame there is", .harmless),
    Deed("farthestFrame", "answers with a frame as far away as numbers go", .harmless),
    Deed("smallestFrame", "answers with the smallest frame there is", .harmless),
    Deed("emptyFrame", "answers with a frame of no size", .harmless),
    Deed("foremost", "puts an item in front of everything", .harmless),
    Deed("unknownCategory", "answers with an unknown category", .refused("kind")),
    Deed("wrongCategory", "answers with a cell as a decoration", .refused("kind")),
    Deed("lastTransform", "names transform four billion", .refused("index")),
    Deed("lastPayload", "names field four billion", .refused("index")),
    Deed("backwards", "answers from the last to the first", .harmless),
    Deed("allInOnePlace", "puts all items in one place", .harmless),
    Deed(
      "negativeContent", "says that its content is less than nothing", .refused("size"),
      at: "IN_SIZE"),
    Deed(
      "largestContent", "says that its content is as large as numbers go", .harmless, at: "IN_SIZE"),
    Deed("noContent", "says that it has no content", .harmless, at: "IN_SIZE"),
  ]
}
