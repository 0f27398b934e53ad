extension CommandSpec {
  /// The command line of an input; parsing it gives the same values. It consists of the main name,
  /// the arguments, and the options in the order of help. Parameters that were not mentioned are
  /// left out.
  public func line(of input: Input) -> String {
    let mentioned = grammar.filter { input.mentions($0) }
    let arguments = mentioned.filter { $0.facts.form == .argument }
    let options = mentioned.filter { $0.facts.form != .argument }
    let words = (arguments + options).flatMap { Self.words(of: $0, in: input) }
    return ([name] + words).joined(separator: " ")
  }

  private static func words(of parameter: some Parameter, in input: Input) -> [String] {
    guard let value = input.value(of: parameter) else { return [] }
    return parameter.words(for: value)
  }
}

extension Input {
  /// The input with another value for one parameter, which counts as mentioned.
  public func setting<Value>(_ parameter: some Parameter<Value>, to value: Value) -> Input {
    var input = self
    input.set(parameter, to: value)
    return input
  }

  /// The input without these parameters: each has its default.
  public func omitting(_ parameters: [any Parameter]) -> Input {
    parameters.reduce(self) { $0.omitting($1) }
  }

  private func omitting(_ parameter: some Parameter) -> Input {
    var input = self
    input.forget(parameter)
    return input
  }
}
