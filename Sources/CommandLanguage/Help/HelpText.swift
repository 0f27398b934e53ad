import Messages

/// The short forms of parameters and commands in help.
enum HelpText {
  /// The parameter in a list: `-p, --page <N>`, `--[no-]pictures`, `<listing>`.
  ///
  /// - Parameter catalog: the language whose name of an option is added; without one, the option
  ///   has only the name of the language that it is shown in.
  static func synopsis(_ facts: ParameterFacts, in catalog: MessageCatalog? = nil) -> Message {
    let short = facts.short.map { "-\($0), " } ?? ""
    switch facts.form {
    case .argument: return facts.label
    case .flag where facts.showsBothForms:
      let other = names("--\(facts.name)", in: catalog ?? .english).dropFirst(2)
      return "\(formatted: "\(short)--[no-]\(other)")"
    case .option, .flag:
      let name: Message =
        catalog.map { "\(formatted: short + names(facts.shown, in: $0))" }
        ?? "\(formatted: short)\(command: facts.shown)"
      return facts.form == .option ? withValue(facts, name) : name
    }
  }

  /// The name of a command or an option, and its name in a language: `list, 목록`.
  static func names(_ name: String, in catalog: MessageCatalog) -> String {
    let other = catalog.command(name)
    return other == name ? name : "\(name), \(other)"
  }

  /// The parameter in a usage line: `[--page <N>]`, `<listing>`, `[<file> …]`.
  static func usage(_ facts: ParameterFacts) -> Message {
    let word = facts.form == .option ? withValue(facts, facts.label) : facts.label
    let repeated: Message = facts.repeats ? "\(word) …" : word
    return facts.isRequired ? repeated : "[\(repeated)]"
  }

  /// The parameter with the placeholder of its value: `--price <amount>`, `<listing>`.
  static func named(_ facts: ParameterFacts) -> Message {
    facts.form == .option ? "\(facts.label) <\(facts.valueName)>" : facts.label
  }

  /// The usage line of a command without its options: `show <listing>`.
  static func usageOfArguments(_ spec: CommandSpec) -> Message {
    .list(["\(command: spec.name)"] + spec.arguments.map { usage($0) }, .sentences)
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
    if let fallback = facts.defaultText { text = "\(text) (default \(command: fallback))" }
    if facts.repeats, facts.form == .option { text = "\(text); can be repeated" }
    return text
  }

  /// The names of a command that its usage line does not show, which are the same in each language.
  static func otherNames(of spec: CommandSpec, in catalog: MessageCatalog) -> [String] {
    let shown = catalog.command(spec.name)
    return ([spec.name] + spec.aliases).filter { $0 != shown }
  }

  /// Where to read on about a topic.
  static func seeAlso(_ topic: HelpTopic) -> Message {
    "See also: \(Message.list(topic.seeAlso.map { "\(command: "help \($0)")" }))"
  }

  private static func withValue(_ facts: ParameterFacts, _ option: Message) -> Message {
    switch facts.valueForm {
    case .required: "\(option) <\(facts.valueName)>"
    case .attached: "\(option)[=<\(facts.valueName)>]"
    case .separate: "\(option) [<\(facts.valueName)>]"
    }
  }
}
