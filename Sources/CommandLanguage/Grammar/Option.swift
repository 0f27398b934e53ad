public import Messages

/// An option. `Option<T>` must be given unless it has a default, `Option<T?>` may be left out,
/// `Option<[T]>` may be repeated.
public struct Option<Value: Sendable>: Parameter {
  public private(set) var facts: ParameterFacts
  private let reader: ValueReader<Value>
  private let bareValue: Value?

  /// What an option means without a value.
  public enum Bare: Sendable {
    /// A value is given with `=` only: `--trace=body`.
    case unlessAttached(Value)
    /// The next word is the value unless it is an option: `--fields`.
    case unlessFollowed(Value)

    fileprivate var value: Value {
      switch self {
      case .unlessAttached(let value), .unlessFollowed(let value): value
      }
    }

    fileprivate var bareness: ParameterFacts.Bareness {
      switch self {
      case .unlessAttached: .unlessAttached
      case .unlessFollowed: .unlessFollowed
      }
    }
  }

  /// - Parameters:
  ///   - name: the long name without dashes.
  ///   - otherNames: names that are accepted as well; help and completion do not show them.
  ///   - short: the letter of the short form.
  ///   - help: one sentence without a full stop.
  ///   - valueName: what stands for the value in help; the type's own name unless told.
  ///   - fallback: the value when it is left out; without one the option must be given.
  ///   - check: a further rule for the value.
  public init(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    valueName: String? = nil,
    default fallback: Value? = nil, check: ValueCheck<Value>? = nil
  ) where Value: ParameterValue {
    var facts = ParameterFacts(.option, name, help: help).taking(Value.self, named: valueName)
    facts.otherNames = otherNames
    facts.short = short
    facts.isRequired = fallback == nil
    facts.defaultText = fallback?.description
    self.init(facts, .one(default: fallback, check: check), bare: nil)
  }

  /// One that may be left out.
  /// - Parameter bare: what it means without a value, where that is allowed.
  public init<T: ParameterValue>(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    valueName: String? = nil,
    bare: Bare? = nil, check: ValueCheck<T>? = nil
  ) where Value == T? {
    var facts = ParameterFacts(.option, name, help: help).taking(T.self, named: valueName)
    facts.otherNames = otherNames
    facts.short = short
    facts.bareness = bare?.bareness ?? .never
    self.init(facts, .optional(check: check), bare: bare?.value)
  }

  /// One that may be repeated.
  /// - Parameters:
  ///   - isRequired: whether at least one is needed.
  ///   - takesSeveral: whether one mention takes all words up to the next option.
  public init<T: ParameterValue>(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    valueName: String? = nil,
    isRequired: Bool = false, takesSeveral: Bool = true, check: ValueCheck<T>? = nil
  ) where Value == [T] {
    var facts = ParameterFacts(.option, name, help: help).taking(T.self, named: valueName)
    facts.otherNames = otherNames
    facts.short = short
    facts.repeats = true
    facts.takesSeveral = takesSeveral
    facts.isRequired = isRequired
    self.init(facts, .many(check: check, isRequired: isRequired), bare: nil)
  }

  private init(_ facts: ParameterFacts, _ reader: ValueReader<Value>, bare: Value?) {
    self.facts = facts
    self.reader = reader
    self.bareValue = bare
  }

  /// The same option, for whose value these are offered.
  public func offering(_ completion: CompletionKind) -> Self {
    var option = self
    option.facts.completion = completion
    return option
  }

  /// The same option with a role.
  public func role(_ role: ParameterRole) -> Self {
    var option = self
    option.facts.role = role
    return option
  }

  public func words(for value: Value) -> [String] {
    let values = reader.write(value)
    switch facts.bareness {
    case .unlessAttached: return values.map { "--\(facts.name)=\($0)" }
    // Nothing behind it is a value of its own where it may stand alone.
    case .unlessFollowed where values.isEmpty && bareValue != nil: return ["--\(facts.name)"]
    case .never, .unlessFollowed: break
    }
    if facts.takesSeveral { return values.isEmpty ? [] : ["--\(facts.name)"] + values }
    return values.flatMap { ["--\(facts.name)", $0] }
  }

  public func read(
    _ given: [Given], in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Value? {
    guard let last = given.last else { return reader.fallback }
    if last.content == .bare { return bareValue }
    return reader.read(
      given.compactMap(\.word), facts.typed(as: last.otherName), context, &problems)
  }
}
