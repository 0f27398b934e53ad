import CommandLanguage

/// The scripts by which bash, zsh and fish complete the words after `market`. They ask the program,
/// so that commands, options, codes and listings are always those that it has.
enum ShellCompletionScript {
  static func text(for shell: OuterShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// What the script of a shell reads.
  static func answer(_ completion: OuterCompletion, for shell: OuterShell) -> String {
    switch completion {
    case .files: return ":files\n"
    case .folders: return ":folders\n"
    case .words(let words):
      return words.map { word in
        shell == .bash || word.detail.isEmpty
          ? word.text + "\n" : "\(word.text)\t\(word.detail)\n"
      }.joined()
    }
  }

  /// Bash splits words at `=`, `:` and `@`, so they are joined again, and what bash keeps before the
  /// last one is taken off the answers.
  private static let bash = #"""
    # bash completion for market
    _market() {
      local rest=$COMP_LINE part i before found
      local -a words=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        part=${COMP_WORDS[i]}
        if [[ $i == 0 || $rest == [[:space:]]* || -z $rest && -z $part && $COMP_LINE == *[[:space:]] ]]; then
          words+=("$part")
        else
          words[${#words[@]}-1]+=$part
        fi
        rest=${rest#"${rest%%[![:space:]]*}"}
        rest=${rest#"$part"}
      done
      local word=${words[${#words[@]}-1]} part=${COMP_WORDS[COMP_CWORD]}
      [[ $part == [=:@] ]] && part=
      before=${word%"$part"}
      mapfile -t found < <(command "$1" completion bash -- "${words[@]:1}" 2>/dev/null)
      case ${found[0]} in
        :files) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$part") ;;
        :folders) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$part") ;;
        *)
          COMPREPLY=()
          for part in "${found[@]}"; do
            printf -v part %q "${part#"$before"}"
            COMPREPLY+=("${part/#\\@/@}")
          done ;;
      esac
    }
    complete -F _market market

    """#

  private static let zsh = #"""
    #compdef market
    _market() {
      local -a found texts shown
      local line
      found=("${(@f)$(command $words[1] completion zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      case $found[1] in
        :files) _files; return ;;
        :folders) _files -/; return ;;
        '') return 1 ;;
      esac
      for line in $found; do
        texts+=("${line%%$'\t'*}")
        shown+=("${line/$'\t'/  -- }")
      done
      # The program has matched the words already, also by the names of listings.
      compadd -U -V market -l -d shown -a texts
    }
    if [[ $funcstack[1] == _market ]]; then _market "$@"; else compdef _market market; fi

    """#

  private static let fish = #"""
    # fish completion for market
    function __market_complete
      set -l words (commandline -opc)
      set -l found (command $words[1] completion fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
      switch "$found[1]"
        case :files
          __fish_complete_path (commandline -ct)
        case :folders
          __fish_complete_directories (commandline -ct)
        case '*'
          printf '%s\n' $found
      end
    end
    complete -c market -f -a '(__market_complete)'

    """#
}
