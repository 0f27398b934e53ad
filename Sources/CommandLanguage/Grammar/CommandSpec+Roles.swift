extension CommandSpec {
  /// The parameters with a role, in the order of the grammar.
  public func parameters(_ role: ParameterRole) -> [any Parameter] {
    parametersByRole[role] ?? []
  }

  public func has(_ role: ParameterRole) -> Bool {
    parametersByRole[role] != nil
  }

  /// The values given for the parameters with a role; empty if there are none, or if they are of
  /// another type.
  public func values<T>(_ role: ParameterRole, of type: T.Type = T.self, in input: Input) -> [T] {
    parameters(role).flatMap { Self.values(of: $0, as: T.self, in: input) }
  }

  /// Whether the command mentions a parameter with this role.
  public func mentions(_ role: ParameterRole, in input: Input) -> Bool {
    parameters(role).contains { input.mentions($0) }
  }

  private static func values<T>(
    of parameter: some Parameter, as type: T.Type, in input: Input
  ) -> [T] {
    let value: Any? = input.value(of: parameter)
    if let values = value as? [T] { return values }
    return (value as? T).map { [$0] } ?? []
  }
}

extension Parsed {
  /// The variable that the command sets, and its value; nil for any other command.
  public var assignment: (name: String, value: String)? {
    guard let (spec, input) = try? checked(),
      let name = spec.values(.variableName, of: VariableName.self, in: input).first
    else { return nil }
    let words: [PossiblyEmptyText] = spec.values(.variableValue, in: input)
    return words.isEmpty ? nil : (name.text, words.map(\.value).joined(separator: " "))
  }

  /// The variable that the command sets, even if its value has a problem.
  public var assignedName: String? {
    spec?.values(.variableName, of: VariableName.self, in: input).first?.text
  }
}
