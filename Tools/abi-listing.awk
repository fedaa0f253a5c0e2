# SPDX-License-Identifier: Apache-2.0
#
# abi-listing.awk: brings clang's three views of the headers (macros, record layouts, printed
# declarations) into one list in the order of the headers: STATUS, FILE, KIND, NAME, TYPE by tabs.
# `upper` and `lower` are the prefixes of the names, such as LAYOUT and layout.

BEGIN {
  FS = "\n"
  OFS = "\t"
  read_macros()
  read_records()
  read_printed()
}

# The input is the list of headers. A header is read for the names it declares, in order, and for
# the word that makes an extension a draft; what the names mean is clang's to say. A standard name's type, range
# and unit are the words that open its comment.
{
  path = include "/" $0
  status = "stable"
  count = 0
  opening = ""
  while ((getline line < path) > 0) {
    if (line ~ /^\/\/\/ / && opening == "") opening = substr(line, 5)
    else if (line !~ /^(\/\/\/|#define) /) opening = ""
    if (line ~ /^\/\/\/ Revision [0-9]+\. Draft\./) status = "draft"
    else if (match(line, "^#define " upper "_[A-Z0-9_]+ ")) {
      name = substr(line, 9, RLENGTH - 9)
      if (name in macro) names[++count] = name
      if (name in macro && $0 == lower "/names.h") opens[name] = opening
      opening = ""
    } else if (match(line, "^typedef (struct|union) " lower "_[a-z0-9_]+")) {
      sub(/^typedef (struct|union) /, "", line)
      sub(/ .*/, "", line)
      names[++count] = line
    } else if (match(line, lower "_[a-z0-9_]+(;|\\)?\\()")) {
      name = substr(line, RSTART, RLENGTH)
      gsub(/[;()]/, "", name)
      if (line ~ "^(typedef|" upper "_(EXPORT|API)) " && name in declared) names[++count] = name
    }
  }
  close(path)
  for (i = 1; i <= count; i++) list(names[i], status, $0)
}

END {
  # What clang saw and the reading of names did not would be left out of the promise.
  for (name in macro) if (!(name in listed)) missed(name)
  for (name in members) if (!(name in listed)) missed(name)
  for (name in declared) if (!(name in listed)) missed(name)
  exit failed
}

function missed(name) {
  print "abi-listing: " name " is declared in a way that the listing does not see" > "/dev/stderr"
  failed = 1
}

function list(name, status, file,  kind, i) {
  if (name in listed) return
  listed[name] = 1
  # The revision rises with the headers.
  if (name ~ "^" upper "_(ABI|VERSION_.*)$") status = "version"
  if (name in macro) {
    print status, file, "constant", name
    if (name in opens) print status, file, "name", name, words(name)
  } else if (name in members) {
    kind = member[name, 1] == "struct_size" ? "table" : "record"
    print status, file, kind, name, members[name]
    for (i = 1; i <= members[name]; i++)
      print status, file, kind == "table" ? "slot" : "member", name "." member[name, i], \
        type[name, i]
  } else {
    print status, file, "type", name, declared[name]
  }
}

# The type, range and unit of a standard name: what stands before the colon of its comment.
function words(name,  end) {
  end = index(opens[name], ": ")
  if (end < 2) {
    print "abi-listing: the comment of " name " does not open with its type, range and unit" > "/dev/stderr"
    failed = 1
  }
  return substr(opens[name], 1, end - 1)
}

# Macros that have a value; guards, attributes and function-like macros have none.
function read_macros(  line, name) {
  while ((getline line < macros) > 0) {
    if (line !~ "^#define " upper "_[A-Z0-9_]+ [(\"0-9]") continue
    sub(/^#define /, "", line)
    name = line
    sub(/ .*/, "", name)
    macro[name] = 1
  }
}

# Blocks of "offset | name", the members two spaces in, those of nested records further.
function read_records(  line, name) {
  while ((getline line < records) > 0) {
    if (line ~ "\\| (struct|union) " lower "_[a-z0-9_]+$") {
      name = line
      sub(/.* /, "", name)
      if (!(name in members)) members[name] = 0
      else name = ""
    } else if (line ~ /\[sizeof=/) {
      name = ""
    } else if (name != "" && line ~ /\|   [^ ]/) {
      sub(/.*\|   /, "", line)
      members[name]++
      member[name, members[name]] = line
      sub(/.* /, "", member[name, members[name]])
      sub(/ [^ ]*$/, "", line)
      gsub("(struct|union) " lower "_", lower "_", line)
      type[name, members[name]] = line
    }
  }
}

# Scalar and function types, and the exported function, each on one line.
function read_printed(  line, name) {
  while ((getline line < printed) > 0) {
    gsub(/__attribute__\(\(.*\)\) ?/, "", line)
    if (line ~ /^( |}|static|typedef (struct|union))/) continue
    if (line !~ lower "_[a-z0-9_]+(;|\\)?\\()") continue
    sub(/^typedef /, "", line)
    sub(/^extern /, "", line)
    sub(/;$/, "", line)
    match(line, lower "_[a-z0-9_]+($|\\)?\\()")
    name = substr(line, RSTART, RLENGTH)
    gsub(/[()]/, "", name)
    declared[name] = line
  }
}
