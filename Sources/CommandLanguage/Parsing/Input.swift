import Foundation

/// The values of a command by parameter: `input[Self.listing]`.
public struct Input: Sendable {
  /// The values of mentioned parameters; the others have their defaults.
  private var values: [String: any Sendable] = [:]
  private var mentioned: Set<String> = []
  /// The keys of all parameters of the grammar.
  private let keys: Set<String>

  init(keys: Set<String>) { self.keys = keys }

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
    if let value = values[parameter.key] { return value as? Value }
    return keys.contains(parameter.key) ? parameter.fallback : nil
  }

  /// Whether the command line contains the parameter.
  public func mentions(_ parameter: some Parameter) -> Bool { mentioned.contains(parameter.key) }

  /// Sets the value of a parameter, which counts as mentioned.
  mutating func set<Value>(_ parameter: some Parameter<Value>, to value: Value) {
    values[parameter.key] = value
    mentioned.insert(parameter.key)
  }

  /// Removes a parameter, so that it has its default.
  mutating func forget(_ parameter: some Parameter) {
    mentioned.remove(parameter.key)
    values[parameter.key] = nil
  }
}
