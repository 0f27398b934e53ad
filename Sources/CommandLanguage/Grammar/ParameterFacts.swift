public import Messages

/// One row of a command's grammar as data.
public struct ParameterFacts: Hashable, Sendable {
  public enum Form: Hashable, Sendable {
    /// A word found by its position.
    case argument
    /// `--name value`.
    case option
    /// `--name` or `--no-name`.
    case flag
  }

  /// When an option may stand without a value.
  public enum Bareness: Hashable, Sendable {
    /// Never: the next word is the value.
    case never
    /// A value is given with `=` only, as in `--trace=body`.
    case unlessAttached
    /// At the end of the command or before another option, as in `--fields`.
    case unlessFollowed
  }

  public let form: Form
  /// The name without dashes.
  public let name: String
  /// Names that are accepted as well, without dashes. Help and completion show `name` only.
  public internal(set) var otherNames: [String] = []
  /// The letter of the short form.
  public internal(set) var short: Character?
  /// One sentence without a full stop.
  public let help: Message
  /// What stands for the value in help: `amount` in `--price <amount>`; empty for a flag.
  public internal(set) var valueName = ""
  /// A value that works in an example.
  public internal(set) var sample = ""
  public internal(set) var completion = CompletionKind.none
  /// What its value means to code that does not know its command.
  public internal(set) var role: ParameterRole?
  public internal(set) var isRequired = false
  /// Whether it may be given more than once.
  public internal(set) var repeats = false
  /// Whether one `--name` takes all words up to the next option.
  public internal(set) var takesSeveral = false
  public internal(set) var bareness = Bareness.never
  /// Whether the value may be a number and a currency in two words.
  public internal(set) var isMoney = false
  /// What is taken when nothing is said, for help.
  public internal(set) var defaultText: String?
  /// Whether help shows a flag as `--no-name`, since it is on unless told otherwise.
  public internal(set) var isOnByDefault = false
  /// Whether help shows both forms of a flag, since neither is always the default.
  public internal(set) var showsBothForms = false

  /// The other name by which it was typed, for errors.
  private var typedName: String?

  init(_ form: Form, _ name: String, help: Message) {
    self.form = form
    self.name = name
    self.help = help
  }

  /// The parameter as help names it: `--price`, `<listing>`, `--no-input` for a flag that is on by
  /// default.
  public var shown: String { shown(as: name) }

  /// The parameter as it was typed: `--ref` for the option `--code`.
  var typed: String { shown(as: typedName ?? name) }

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

  /// What tells it apart within a grammar; arguments and options have separate names.
  var key: String { form == .argument ? name : "--\(name)" }

  /// The words that complete a command which lacks it.
  var sampleWords: String { form == .argument ? sample : "--\(name) \(sample)" }
}
