/// What a command was given, by parameter: `input[Self.listing]`.

/// The values of one command; every parameter of its grammar has one.
public struct Input: Sendable {
  private var values: [String: any Sendable] = [:]
  private var mentioned: Set<String> = []

  init() {}

  /// The value of a parameter, or its default.
  /// - Precondition: the parameter belongs to the command's grammar, and the parse had no problem.
  public subscript<Value>(parameter: some Parameter<Value>) -> Value {
    guard let value = value(of: parameter) else {
      preconditionFailure("\(parameter.facts.shown) is not in the grammar of this command")
    }
    return value
  }

  /// The value of a parameter where there is one, for what is not whole yet, such as a form.
  public func value<Value>(of parameter: some Parameter<Value>) -> Value? {
    values[parameter.facts.key] as? Value
  }

  /// Whether the command mentions the parameter at all.
  public func mentions(_ parameter: some Parameter) -> Bool {
    mentioned.contains(parameter.facts.key)
  }

  mutating func set<Value: Sendable>(
    _ value: Value, for facts: ParameterFacts, isMentioned: Bool
  ) {
    values[facts.key] = value
    if isMentioned { mentioned.insert(facts.key) }
  }
}
