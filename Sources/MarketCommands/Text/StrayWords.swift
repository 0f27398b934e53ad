/// What a word was meant for that a list does not take: `list 12`, `list mug`.
import CommandLanguage

enum StrayWords {
  /// The command that shows such listings or looks for such a name; nil where something else is
  /// wrong, or options make it unclear.
  static func proposal(for error: UsageError) -> String? {
    guard error.command == ListCommand.spec.name, error.problems.count == 1,
      case .unexpectedWord = error.problems[0].code
    else { return nil }
    let words = error.typed.dropFirst()
    guard words.count <= 10, words.allSatisfy({ isPlain($0.text) }) else { return nil }
    let areTargets = words.allSatisfy { (try? TargetReader.read($0.text)) != nil }
    let command = areTargets ? ShowCommand.spec.name : SearchCommand.spec.name
    return ([command] + words.map { Quoting.quote($0.text) }).joined(separator: " ")
  }

  /// Whether it can be part of a name. Bent quotes have a hint of their own.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix("-") && !text.contains { "“”„‟‘’".contains($0) }
  }
}
