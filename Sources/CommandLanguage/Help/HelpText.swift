import Messages

/// The short forms of parameters and commands in help.
enum HelpText {
  /// The parameter in a list: `-p, --page <N>`, `--[no-]pictures`, `<listing>`.
  static func synopsis(_ facts: ParameterFacts) -> Message {
    let short = facts.short.map { "-\($0), " } ?? ""
    switch facts.form {
    case .argument: return facts.label
    case .option: return withValue(facts, short + facts.shown)
    case .flag:
      let name = facts.showsBothForms ? "--[no-]\(facts.name)" : facts.shown
      return "\(formatted: short + name)"
    }
  }

  /// The parameter in a usage line: `[--page <N>]`, `<listing>`, `[<file> …]`.
  static func usage(_ facts: ParameterFacts) -> Message {
    let word = facts.form == .option ? withValue(facts, facts.shown) : facts.label
    let repeated: Message = facts.repeats ? "\(word) …" : word
    return facts.isRequired ? repeated : "[\(repeated)]"
  }

  /// The parameter with the placeholder of its value: `--price <amount>`, `<listing>`.
  static func named(_ facts: ParameterFacts) -> Message {
    facts.form == .option ? "\(formatted: facts.shown) <\(facts.valueName)>" : facts.label
  }

  /// The usage line of a command without its options: `show <listing>`.
  static func usageOfArguments(_ spec: CommandSpec) -> Message {
    .list(["\(formatted: spec.name)"] + spec.arguments.map { usage($0) }, .sentences)
  }

  /// The usage line of a command: `show <listing> [options]`. Required options are named.
  static func usage(_ spec: CommandSpec) -> Message {
    let required = spec.options.filter(\.isRequired)
    let words = Message.list([usageOfArguments(spec)] + required.map { usage($0) }, .sentences)
    return spec.options.count > required.count ? "\(words) [options]" : words
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

  /// An option with the placeholder of its value.
  private static func withValue(_ facts: ParameterFacts, _ option: String) -> Message {
    switch facts.valueForm {
    case .required: "\(formatted: option) <\(facts.valueName)>"
    case .attached: "\(formatted: option)[=<\(facts.valueName)>]"
    case .separate: "\(formatted: option) [<\(facts.valueName)>]"
    }
  }
}
