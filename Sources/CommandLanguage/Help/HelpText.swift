/// The short forms in which parameters and commands are named in help.

/// Pure text of facts.
enum HelpText {
  /// `-p, --page <N>`, `--[no-]pictures`, `<listing>`.
  static func synopsis(_ facts: ParameterFacts) -> String {
    let short = facts.short.map { "-\($0), " } ?? ""
    switch facts.form {
    case .argument: return facts.shown
    case .option: return short + facts.shown + valuePart(facts)
    case .flag: return short + (facts.showsBothForms ? "--[no-]\(facts.name)" : facts.shown)
    }
  }

  /// The parameter as it stands in a usage line: `[--page <N>]`, `<listing>`, `[<file> …]`.
  static func usage(_ facts: ParameterFacts) -> String {
    let word = facts.form == .option ? facts.shown + valuePart(facts) : facts.shown
    let repeated = facts.repeats ? word + " …" : word
    return facts.isRequired ? repeated : "[\(repeated)]"
  }

  /// `show <listing> [options]`: arguments and required options; the rest is told below.
  static func usage(_ spec: CommandSpec, withOptions: Bool = true) -> String {
    let arguments = [spec.name] + spec.arguments.map { usage($0) }
    guard withOptions else { return arguments.joined(separator: " ") }
    let required = spec.options.filter(\.isRequired)
    let rest = spec.options.count > required.count ? ["[options]"] : []
    return (arguments + required.map { usage($0) } + rest).joined(separator: " ")
  }

  /// The help of a parameter with what is taken when nothing is said.
  static func explanation(_ facts: ParameterFacts) -> String {
    var text = facts.help
    if facts.isRequired, facts.form != .argument { text += " (needed)" }
    if let fallback = facts.defaultText { text += " (default \(fallback))" }
    if facts.repeats, facts.form == .option { text += "; may be repeated" }
    return text
  }

  private static func valuePart(_ facts: ParameterFacts) -> String {
    switch facts.bareness {
    case .never: " <\(facts.valueName)>"
    case .unlessAttached: "[=<\(facts.valueName)>]"
    case .unlessFollowed: " [<\(facts.valueName)>]"
    }
  }
}
