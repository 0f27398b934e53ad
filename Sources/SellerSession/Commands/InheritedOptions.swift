package import CommandLanguage

/// `--yes`, `--allow` and `--dry-run` of `run`, passed to each command of the file that has them.
/// A command's own `--yes` and `--allow` take precedence; nothing turns `--dry-run` off.
package struct InheritedOptions: Hashable, Sendable {
  package var answersYes = false
  /// The warnings to skip, as typed.
  package var allowed: [String] = []
  package var isDryRun = false

  package init(answersYes: Bool = false, allowed: [String] = [], isDryRun: Bool = false) {
    self.answersYes = answersYes
    self.allowed = allowed
    self.isDryRun = isDryRun
  }

  /// Whether the value that a command has for a parameter decides what it inherits.
  package static func depend(on parameter: ParameterFacts) -> Bool {
    parameter.role == .dryRun || parameter.name == "yes" || parameter.name == "allow"
  }

  /// The words of a command with the inherited options, inserted before a `--`.
  ///
  /// - Parameter parsed: the command; only the parameters of which ``depend(on:)`` is true are needed.
  package func words(_ words: [Word], of parsed: Parsed) -> [Word] {
    guard let spec = parsed.spec, let last = words.last else { return words }
    var more: [String] = []
    if answersYes, Self.lacks("yes", spec, parsed) { more.append("--yes") }
    // A line's own option must not turn a dry run into a real one.
    if isDryRun, let option = spec.parameters(.dryRun).first,
      spec.values(.dryRun, in: parsed.input) != [true]
    {
      more.append(option.facts.shown)
    }
    if !allowed.isEmpty, Self.lacks("allow", spec, parsed) {
      more.append("--allow=\(allowed.joined(separator: ","))")
    }
    guard !more.isEmpty else { return words }
    let end = words.firstIndex { $0.text == "--" && $0.mayBeginOption } ?? words.endIndex
    let handed = more.map { Word([Word.Piece($0, .argument)], at: last.place) }
    return words[..<end] + handed + words[end...]
  }

  /// Whether the command supports the option but was typed without it.
  private static func lacks(_ name: String, _ spec: CommandSpec, _ parsed: Parsed) -> Bool {
    guard let parameter = spec.grammar.first(where: { $0.facts.name == name }) else {
      return false
    }
    return !parsed.input.mentions(parameter)
  }
}
