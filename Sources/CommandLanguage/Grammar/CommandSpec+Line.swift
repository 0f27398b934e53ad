/// A command with its values written as a line that can be typed again.

extension CommandSpec {
  /// The line that gives this input: the command's main name, its arguments, then the options in
  /// the order of help. Only what was mentioned is written. Parsing the line gives the same values.
  public func line(of input: Input) -> String {
    let arguments = grammar.filter { $0.facts.form == .argument }
    let options = grammar.filter { $0.facts.form != .argument }
    let words = (arguments + options).flatMap { Self.words(of: $0, in: input) }
    return ([name] + words).joined(separator: " ")
  }

  private static func words(of parameter: some Parameter, in input: Input) -> [String] {
    guard input.mentions(parameter), let value = input.value(of: parameter) else { return [] }
    return parameter.words(for: value)
  }
}

extension Input {
  /// This input with another value for one parameter, as if it had been given.
  public func setting<Value>(_ parameter: some Parameter<Value>, to value: Value) -> Input {
    var input = self
    input.set(value, for: parameter.facts, isMentioned: true)
    return input
  }

  /// This input as if these parameters had not been given: each has its default.
  public func omitting(_ parameters: [any Parameter]) -> Input {
    parameters.reduce(self) { $0.omitting($1) }
  }

  private func omitting(_ parameter: some Parameter) -> Input {
    var input = self
    input.forget(parameter)
    return input
  }
}
