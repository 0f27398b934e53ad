import Foundation

/// The values of a command by parameter: `input[Self.listing]`.
public struct Input: Sendable {
  private var values: [String: any Sendable] = [:]
  private var mentioned: Set<String> = []

  init() {}

  /// The value of a parameter, or its default.
  ///
  /// - Precondition: the parameter belongs to the command, and parsing found no problem.
  public subscript<Value>(parameter: some Parameter<Value>) -> Value {
    guard let value = value(of: parameter) else {
      preconditionFailure("\(parameter.facts.shown) is not in the grammar of this command")
    }
    return value
  }

  /// The value of a parameter, if there is one; for incomplete input, such as a form.
  public func value<Value>(of parameter: some Parameter<Value>) -> Value? {
    values[parameter.facts.key] as? Value
  }

  /// Whether the command line contains the parameter.
  public func mentions(_ parameter: some Parameter) -> Bool {
    mentioned.contains(parameter.facts.key)
  }

  mutating func set<Value: Sendable>(
    _ value: Value, for facts: ParameterFacts, isMentioned: Bool
  ) {
    values[facts.key] = value
    if isMentioned { mentioned.insert(facts.key) }
  }

  /// Removes a parameter, so that it has its default.
  mutating func forget(_ parameter: some Parameter) {
    var problems: [UsageProblem] = []
    let context = ReadingContext(now: .distantPast, timeZone: .gmt)
    mentioned.remove(parameter.facts.key)
    values[parameter.facts.key] = parameter.read([], in: context, problems: &problems)
  }
}
