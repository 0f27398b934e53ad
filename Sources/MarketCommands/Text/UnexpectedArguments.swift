/// What a word was meant for that a command does not take: `list 12`, `photo tree.jpg`.
import CommandLanguage

enum UnexpectedArguments {
  /// The command that does what was probably meant; nil where something else is wrong, or options
  /// make it unclear.
  static func proposal(for error: UsageError) -> String? {
    let words = error.typed.dropFirst()
    guard let command = error.command, !words.isEmpty, words.count <= 10,
      words.allSatisfy({ isPlain($0.text) })
    else { return nil }
    if let meant = nearCommand(command, words) ?? photos(command, words) { return meant }
    guard command == ListCommand.spec.name, error.problems.count == 1,
      case .unexpectedWord = error.problems[0].code
    else { return nil }
    let areTargets = words.allSatisfy { (try? TargetReader.read($0.text)) != nil }
    return line(areTargets ? ShowCommand.spec.name : SearchCommand.spec.name, words)
  }

  /// `photo preapre tree.jpg`: the second word of a command, mistyped, is no argument of the one
  /// that has its first word alone.
  private static func nearCommand(_ command: String, _ words: ArraySlice<Word>) -> String? {
    let seconds = CommandRegistry.specs.map(\.name).filter { $0.hasPrefix(command + " ") }
      .map { String($0.dropFirst(command.count + 1)) }
    guard let first = words.first,
      let second = NearMiss.nearest(to: first.text, among: seconds)
    else { return nil }
    return line("\(command) \(second)", words.dropFirst())
  }

  /// `photo tree.jpg` names a file, where a listing is wanted.
  private static func photos(_ command: String, _ words: ArraySlice<Word>) -> String? {
    guard command == PhotoCommand.spec.name,
      words.allSatisfy({ FolderEntry.isPicture($0.text) })
    else { return nil }
    return line(PhotoPrepareCommand.spec.name, words)
  }

  /// A pattern stays one: it is written as it was typed.
  private static func line(_ command: String, _ words: some Sequence<Word>) -> String {
    ([command]
      + words.map { word in
        let isBare = word.pieces.allSatisfy { $0.origin == .bare }
        return isBare ? word.text : Quoting.quote(word.text)
      }).joined(separator: " ")
  }

  /// Whether it can be part of a name. Bent quotes have a hint of their own.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && !text.contains { "“”„‟‘’".contains($0) }
  }
}
