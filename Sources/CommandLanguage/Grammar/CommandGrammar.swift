/// The parameters and rules of a command, in the forms in which they are used.
final class CommandGrammar: Sendable {
  let parameters: [any Parameter]
  let rules: [GrammarRule]
  let keys: Set<String>
  let byRole: [ParameterRole: [any Parameter]]
  let arguments: [ParameterFacts]
  let options: [ParameterFacts]

  init(_ parameters: [any Parameter], _ rules: [GrammarRule]) {
    self.parameters = parameters
    self.rules = rules
    let facts = parameters.map(\.facts)
    keys = Set(facts.map(\.key))
    byRole = zip(facts, parameters).reduce(into: [:]) { roles, parameter in
      if let role = parameter.0.role { roles[role, default: []].append(parameter.1) }
    }
    arguments = facts.filter { $0.form == .argument }
    options = facts.filter { $0.form != .argument }
  }
}
