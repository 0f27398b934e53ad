import CommandLanguage
import Prompt
import SellerSession

/// Suggests commands for arguments that a command does not take: `list 12`, `photo tree.jpg`.
enum UnexpectedArguments {
  /// Returns the command that was probably meant. Returns nil for any other error, or if options
  /// make it unclear.
  static func proposal(for error: UsageError, among commands: [CommandSpec]) -> String? {
    let words = error.typed.dropFirst()
    guard let spec = commands.first(where: { $0.name == error.command }), !words.isEmpty,
      words.count <= 10, words.allSatisfy({ isPlain($0.text) })
    else { return nil }
    if let line = subcommand(of: spec, words, commands) { return line }
    let instead = spec.insteadOfArguments
    if let photos = instead.photos, words.allSatisfy({ FolderEntry.isPicture($0.text) }) {
      return line(photos, words)
    }
    guard error.problems.count == 1, case .unexpectedWord = error.problems[0].code else {
      return nil
    }
    let areTargets = words.allSatisfy { (try? TargetReader.read($0.text)) != nil }
    return (areTargets ? instead.targets : instead.words).map { line($0, words) }
  }

  /// Corrects a mistyped subcommand, such as `photo preapre tree.jpg`.
  private static func subcommand(
    of spec: CommandSpec, _ words: ArraySlice<Word>, _ commands: [CommandSpec]
  ) -> String? {
    let seconds = commands.map(\.name).filter { $0.hasPrefix(spec.name + " ") }
      .map { String($0.dropFirst(spec.name.count + 1)) }
    guard let first = words.first, let second = NearMiss.nearest(to: first.text, among: seconds)
    else { return nil }
    return line("\(spec.name) \(second)", words.dropFirst())
  }

  /// Returns the command line. A pattern is written as it was typed, so that it stays a pattern.
  private static func line(_ command: String, _ words: some Sequence<Word>) -> String {
    ([command]
      + words.map { word in
        let isBare = word.pieces.allSatisfy { $0.origin == .unquoted }
        return isBare ? word.text : Quoting.quote(word.text)
      }).joined(separator: " ")
  }

  /// Whether the text can be part of a name. Curly quotes and redirections have their own hints.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && !text.hasTypographicQuote
      && !["<", ">", ">>", "|"].contains(text)
  }
}
