/// What `run` hands to each command of its file that knows it.
package import CommandLanguage

/// `--yes`, `--allow` and `--dry-run` of a batch. A command's own word goes first.
package struct InheritedOptions: Hashable, Sendable {
  package var answersYes = false
  /// Guards that are lifted, as they were typed.
  package var allowed: [String] = []
  package var isDryRun = false

  package init(answersYes: Bool = false, allowed: [String] = [], isDryRun: Bool = false) {
    self.answersYes = answersYes
    self.allowed = allowed
    self.isDryRun = isDryRun
  }

  /// The words of a command with what it is handed, before a `--` that ends its options.
  package func words(_ words: [Word], of parsed: Parsed) -> [Word] {
    guard let spec = parsed.spec, let last = words.last else { return words }
    var more: [String] = []
    if answersYes, Self.lacks("yes", spec, parsed) { more.append("--yes") }
    // Of a rehearsal a line's own word cannot make the real thing.
    if isDryRun, let option = spec.parameters(.dryRun).first,
      spec.values(.dryRun, in: parsed.input) != [true]
    {
      more.append(option.facts.shown)
    }
    if !allowed.isEmpty, Self.lacks("allow", spec, parsed) {
      more.append("--allow=\(allowed.joined(separator: ","))")
    }
    let end = words.firstIndex { $0.text == "--" && $0.mayBeginOption } ?? words.endIndex
    let handed = more.map { Word([Word.Piece($0, .argument)], at: last.place) }
    return words[..<end] + handed + words[end...]
  }

  /// Whether the command can tell what it would do without doing it.
  package static func knowsDryRun(_ spec: CommandSpec) -> Bool {
    spec.has(.dryRun)
  }

  /// Whether the command knows the option and does not have it.
  private static func lacks(_ name: String, _ spec: CommandSpec, _ parsed: Parsed) -> Bool {
    guard let parameter = spec.grammar.first(where: { $0.facts.shown == "--\(name)" }) else {
      return false
    }
    return !parsed.input.mentions(parameter)
  }
}
