import Synchronization

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

/// A grammar that is made when it is first asked for.
///
/// A start needs the names of all commands, but the grammar of one.
final class LazyGrammar: Sendable {
  private let made = Mutex<CommandGrammar?>(nil)
  private let make: @Sendable () -> CommandGrammar

  init(_ make: @escaping @Sendable () -> CommandGrammar) {
    self.make = make
  }

  var value: CommandGrammar {
    made.withLock { made in
      if let made { return made }
      let grammar = make()
      made = grammar
      return grammar
    }
  }
}
