// SPDX-License-Identifier: Apache-2.0
//
// `layouthost completion`: the scripts and answers with which a shell completes command lines of
// this program.

enum CompletionCommand: Command {
  static let name = "completion"
  static let summary = "Print the completion script of bash, zsh or fish"
  static let form = "bash | zsh | fish"
  static let options: [Option] = []
  static let notes = """
    Packages and 'make install' install the scripts for the shells. For this session only:
      source <(layouthost completion bash)
      source <(layouthost completion zsh)
      layouthost completion fish | source

    Commands, options, ids of layouts and files are completed; ids are those that 'layouthost list' finds.
    """

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let word = arguments.operands.first
    if word == "words" {
      let line = Array(arguments.operands.dropFirst())
      for line in Completer(Main.commands).candidates(for: line).lines {
        try console.print(text: line)
      }
      return true
    }
    let shells = Shell.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word else { throw UsageError("a shell is missing: \(shells)") }
    guard let shell = Shell(rawValue: word) else {
      throw UsageError("'\(word)' is none of \(shells)")
    }
    try arguments.refuseOperands(after: 1)
    try console.print(text: shell.script)
    return true
  }
}

// MARK: - Scripts
//
// The scripts that make shells call `layouthost completion words` for candidates.

/// A shell with a completion script.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script, to install or to read with `source`.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # bash completion for layouthost; made by `layouthost completion bash`.
    _layouthost() {
      local line files= current="${COMP_WORDS[COMP_CWORD]}"
      COMPREPLY=()
      [ "$current" != = ] || current=
      while IFS= read -r line; do
        case $line in
          $'\t'*) files=${line#?} ;;
          *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
      done < <("${COMP_WORDS[0]}" completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      case $files in
        folders) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current") ;;
        files) compopt -o filenames; mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
      esac
    }
    complete -F _layouthost layouthost
    """#

  private static let zshScript = #"""
    #compdef layouthost
    # zsh completion for layouthost; made by `layouthost completion zsh`.
    _layouthost() {
      local line files=
      local -a found
      while IFS= read -r line; do
        case $line in
          $'\t'*) files=${line#?} ;;
          *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
          *) found+=("${line//:/\\:}") ;;
        esac
      done < <("${(Q)words[1]}" completion words -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)
      (( ! $#found )) || _describe -t words word found
      [[ -z $files ]] || compset -P '*='
      case $files in
        folders) _files -/ ;;
        files) _files ;;
      esac
    }
    if [ "$funcstack[1]" = _layouthost ]; then _layouthost "$@"; else compdef _layouthost layouthost; fi
    """#

  private static let fishScript = #"""
    # fish completion for layouthost; made by `layouthost completion fish`.
    function __layouthost_words
      set -l words (commandline -opc) (commandline -ct)
      set -l files
      for line in ($words[1] completion words -- $words[2..-1] 2>/dev/null)
        if string match -q -- \t'*' $line
          set files (string sub -s 2 -- $line)
        else
          echo $line
        end
      end
      switch "$files"
        case folders
          __fish_complete_directories (commandline -ct)
        case files
          __fish_complete_path (commandline -ct)
      end
    end
    complete -c layouthost -f -a '(__layouthost_words)'
    """#
}
