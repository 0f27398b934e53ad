public import Messages

/// A positional parameter. `Argument<T>` is required unless it has a default, `Argument<T?>` is
/// optional, `Argument<[T]>` takes all remaining words.
public struct Argument<Value: Sendable>: Parameter {
  public var facts: ParameterFacts
  public let key: String
  private let reader: ValueReader<Value>

  /// Creates an argument with one value.
  ///
  /// - Parameters:
  ///   - name: the placeholder in help, such as `listing`; its English is the key of the argument.
  ///   - fallback: the value if the argument is missing; an argument without one is required.
  ///   - check: a further rule for the value.
  public init(
    _ name: Message, help: Message, default fallback: Value? = nil,
    check: ValueCheck<Value>? = nil
  ) where Value: ParameterValue {
    var facts = ParameterFacts(.argument, name.key, help: help).taking(Value.self, named: name)
    facts.isRequired = fallback == nil
    facts.defaultText = fallback?.description
    self.init(facts, .one(default: fallback, check: check))
  }

  /// Creates an argument that may be missing.
  public init<T: ParameterValue>(_ name: Message, help: Message, check: ValueCheck<T>? = nil)
  where Value == T? {
    let facts = ParameterFacts(.argument, name.key, help: help).taking(T.self, named: name)
    self.init(facts, .optional(check: check))
  }

  /// Creates an argument that takes all remaining words.
  ///
  /// - Parameter isRequired: whether at least one word is required.
  public init<T: ParameterValue>(
    _ name: Message, help: Message, isRequired: Bool = false, check: ValueCheck<T>? = nil
  ) where Value == [T] {
    var facts = ParameterFacts(.argument, name.key, help: help).taking(T.self, named: name)
    facts.repeats = true
    facts.isRequired = isRequired
    self.init(facts, .many(check: check, isRequired: isRequired))
  }

  private init(_ facts: ParameterFacts, _ reader: ValueReader<Value>) {
    self.facts = facts
    key = facts.key
    self.reader = reader
  }

  public var fallback: Value? { reader.fallback }

  public func words(for value: Value) -> [String] { reader.write(value) }

  public func read(
    _ given: [Occurrence], in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Value? {
    given.isEmpty
      ? reader.fallback : reader.read(given.compactMap(\.word), facts, context, &problems)
  }
}
