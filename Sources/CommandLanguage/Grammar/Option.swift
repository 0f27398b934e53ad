public import Messages

/// A named value of a command: `--price 12000`, `--price=12000`, `-p 12000`. `Option<T>` is
/// required unless it has a default, `Option<T?>` is optional, `Option<[T]>` can be repeated.
public struct Option<Value: Sendable>: Parameter {
  public var facts: ParameterFacts
  public let key: String
  private let reader: ValueReader<Value>
  private let missingValue: Value?

  /// The meaning of an option that is given without a value.
  public enum OptionalValue: Sendable {
    /// A value is attached with `=`: `--trace` or `--trace=body`.
    case attached(missing: Value)
    /// The next word is the value unless it is an option: `--fields` or `--fields id,name`.
    case separate(missing: Value)

    fileprivate var missing: Value {
      switch self {
      case .attached(let value), .separate(let value): value
      }
    }

    fileprivate var form: ParameterFacts.ValueForm {
      switch self {
      case .attached: .attached
      case .separate: .separate
      }
    }
  }

  /// Creates an option with one value. The facts are those of ``ParameterFacts``.
  ///
  /// - Parameters:
  ///   - fallback: the value if the option is missing; an option without one is required.
  ///   - check: a further rule for the value.
  public init(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    valueName: Message? = nil,
    default fallback: Value? = nil, check: ValueCheck<Value>? = nil
  ) where Value: ParameterValue {
    var facts = ParameterFacts(.option, name, otherNames: otherNames, short: short, help: help)
      .taking(Value.self, named: valueName)
    facts.isRequired = fallback == nil
    facts.defaultText = fallback?.description
    self.init(facts, .one(default: fallback, check: check), missingValue: nil)
  }

  /// Creates an option that may be missing.
  ///
  /// - Parameter optionalValue: the meaning without a value; nil if it needs one.
  public init<T: ParameterValue>(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    valueName: Message? = nil,
    optionalValue: OptionalValue? = nil, check: ValueCheck<T>? = nil
  ) where Value == T? {
    var facts = ParameterFacts(.option, name, otherNames: otherNames, short: short, help: help)
      .taking(T.self, named: valueName)
    facts.valueForm = optionalValue?.form ?? .required
    self.init(facts, .optional(check: check), missingValue: optionalValue?.missing)
  }

  /// Creates an option that can be repeated.
  ///
  /// - Parameters:
  ///   - isRequired: whether at least one value is required.
  ///   - takesSeveral: whether one `--name` takes all words up to the next option.
  public init<T: ParameterValue>(
    _ name: String, otherNames: [String] = [], short: Character? = nil, help: Message,
    valueName: Message? = nil,
    isRequired: Bool = false, takesSeveral: Bool = true, check: ValueCheck<T>? = nil
  ) where Value == [T] {
    var facts = ParameterFacts(.option, name, otherNames: otherNames, short: short, help: help)
      .taking(T.self, named: valueName)
    facts.repeats = true
    facts.takesSeveral = takesSeveral
    facts.isRequired = isRequired
    self.init(facts, .many(check: check, isRequired: isRequired), missingValue: nil)
  }

  private init(_ facts: ParameterFacts, _ reader: ValueReader<Value>, missingValue: Value?) {
    self.facts = facts
    key = facts.key
    self.reader = reader
    self.missingValue = missingValue
  }

  public var fallback: Value? { reader.fallback }

  public func words(for value: Value) -> [String] {
    let values = reader.write(value)
    switch facts.valueForm {
    case .attached: return values.map { "--\(facts.name)=\($0)" }
    // An option without a value is written alone only if it has a meaning then.
    case .separate where values.isEmpty && missingValue != nil: return ["--\(facts.name)"]
    case .required, .separate: break
    }
    if facts.takesSeveral { return values.isEmpty ? [] : ["--\(facts.name)"] + values }
    return values.flatMap { ["--\(facts.name)", $0] }
  }

  public func read(
    _ given: [Occurrence], in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Value? {
    guard let last = given.last else { return reader.fallback }
    if last.content == .withoutValue { return missingValue }
    return reader.read(
      given.compactMap(\.word), facts.typed(as: last.otherName), context, &problems)
  }
}
