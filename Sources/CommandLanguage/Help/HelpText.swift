import Messages

/// The short forms of parameters and commands in help.
enum HelpText {
  /// The parameter in a list: `-p, --page <N>`, `--[no-]pictures`, `<listing>`.
  static func synopsis(_ facts: ParameterFacts) -> String {
    let short = facts.short.map { "-\($0), " } ?? ""
    switch facts.form {
    case .argument: return facts.shown
    case .option: return short + facts.shown + valuePart(facts)
    case .flag: return short + (facts.showsBothForms ? "--[no-]\(facts.name)" : facts.shown)
    }
  }

  /// The parameter in a usage line: `[--page <N>]`, `<listing>`, `[<file> …]`.
  static func usage(_ facts: ParameterFacts) -> String {
    let word = facts.form == .option ? facts.shown + valuePart(facts) : facts.shown
    let repeated = facts.repeats ? word + " …" : word
    return facts.isRequired ? repeated : "[\(repeated)]"
  }

  /// The usage line of a command without its options: `show <listing>`.
  static func usageOfArguments(_ spec: CommandSpec) -> String {
    ([spec.name] + spec.arguments.map { usage($0) }).joined(separator: " ")
  }

  /// The usage line of a command: `show <listing> [options]`. Required options are named.
  static func usage(_ spec: CommandSpec) -> Message {
    let required = spec.options.filter(\.isRequired)
    let words = ([usageOfArguments(spec)] + required.map { usage($0) }).joined(separator: " ")
    return spec.options.count > required.count
      ? "\(formatted: words) [options]" : "\(formatted: words)"
  }

  /// The help of a parameter, with its default.
  static func explanation(_ facts: ParameterFacts) -> Message {
    var text = facts.help
    if facts.isRequired, facts.form != .argument { text = "\(text) (required)" }
    if let fallback = facts.defaultText { text = "\(text) (default \(formatted: fallback))" }
    if facts.repeats, facts.form == .option { text = "\(text); can be repeated" }
    return text
  }

  /// Where to read on about a topic.
  static func seeAlso(_ topic: HelpTopic) -> Message {
    "See also: \(Message.list(topic.seeAlso.map { "\(command: "help \($0)")" }))"
  }

  private static func valuePart(_ facts: ParameterFacts) -> String {
    switch facts.valueForm {
    case .required: " <\(facts.valueName)>"
    case .attached: "[=<\(facts.valueName)>]"
    case .separate: " [<\(facts.valueName)>]"
    }
  }
}
