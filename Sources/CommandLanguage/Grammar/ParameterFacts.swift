public import Messages

/// A parameter without its type: enough for matching, help and completion.
public struct ParameterFacts: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    /// A word at a position.
    case argument
    /// `--name value`.
    case option
    /// `--name` or `--no-name`.
    case flag
  }

  /// How an option gets its value.
  public enum ValueForm: Hashable, Sendable {
    /// After `=`, or as the next word; it is required.
    case required
    /// After `=` only, and optional: `--trace` or `--trace=body`.
    case attached
    /// After `=`, or as the next word unless that is an option; it is optional: `--fields`.
    case separate
  }

  public let form: Form
  /// The name without dashes.
  public let name: String
  /// The unique key within a grammar; an argument and an option may have the same name.
  let key: String
  /// Names that are accepted as well, without dashes. Help and completion show `name` only.
  public internal(set) var otherNames: [String] = []
  /// The letter of the short form.
  public internal(set) var short: Character?
  /// One sentence without a full stop.
  public let help: Message
  /// The placeholder of the value in help: `amount` in `--price <amount>`; empty for a flag.
  public internal(set) var valueName: Message = ""
  /// A valid value for a suggestion, as it would be typed.
  public internal(set) var sample = ""
  public internal(set) var completion = CompletionKind.none
  /// The meaning of its value to code that does not know its command.
  public internal(set) var role: ParameterRole?
  public internal(set) var isRequired = false
  /// Whether it can be given more than once.
  public internal(set) var repeats = false
  /// Whether one `--name` takes all words up to the next option.
  public internal(set) var takesSeveral = false
  public internal(set) var valueForm = ValueForm.required
  /// Whether the value may be a number and a currency in two words.
  public internal(set) var isMoney = false
  /// Whether the value is a list of values separated by commas.
  public internal(set) var isList = false
  /// The default as help shows it; nil if there is none.
  public internal(set) var defaultText: String?
  /// Whether help shows a flag as `--no-name`, because it is on by default.
  public internal(set) var isOnByDefault = false
  /// Whether help shows both forms of a flag, because its default depends on the terminal.
  public internal(set) var showsBothForms = false

  /// The other name by which it was typed, for errors.
  private var typedName: String?

  init(
    _ form: Form, _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message
  ) {
    self.form = form
    self.name = name
    self.otherNames = otherNames
    self.short = short
    self.help = help
    key = form == .argument ? name : "--\(name)"
  }

  /// The parameter as help names it: `--price`, `<listing>`, `--no-input` for a flag that is on by
  /// default.
  public var shown: String { shown(as: name) }

  /// The parameter as texts name it: ``shown``, with the placeholder in the reader's language.
  var label: Message { form == .argument ? "<\(valueName)>" : "\(command: shown)" }

  /// ``label`` with the name that was typed: `--ref` for the option `--code`.
  var typedLabel: Message {
    form == .argument ? label : "\(formatted: shown(as: typedName ?? name))"
  }

  /// These facts with the other name that was typed; nil means the main name.
  func typed(as otherName: String?) -> ParameterFacts {
    var facts = self
    facts.typedName = otherName
    return facts
  }

  private func shown(as name: String) -> String {
    switch form {
    case .argument: "<\(name)>"
    case .option: "--\(name)"
    case .flag: isOnByDefault ? "--no-\(name)" : "--\(name)"
    }
  }

  /// The words to suggest if it is missing.
  var sampleWords: String { form == .argument ? sample : "--\(name) \(sample)" }
}
