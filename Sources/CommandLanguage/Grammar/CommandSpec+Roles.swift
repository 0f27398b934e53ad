extension CommandSpec {
  /// The parameters with a role, in the order of the grammar.
  public func parameters(_ role: ParameterRole) -> [any Parameter] { parametersByRole[role] ?? [] }

  public func has(_ role: ParameterRole) -> Bool { parametersByRole[role] != nil }

  /// The values given for the parameters with a role; empty if there are none, or if they are of
  /// another type.
  public func values<T>(_ role: ParameterRole, of type: T.Type = T.self, in input: Input) -> [T] {
    parameters(role).flatMap { Self.values(of: $0, as: T.self, in: input) }
  }

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
