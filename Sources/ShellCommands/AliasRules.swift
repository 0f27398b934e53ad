package import CommandLanguage
package import SellerSession

extension Aliases {
  /// Adds an alias. Its name must not be one of the commands, and it must not lead back to itself.
  package mutating func add(
    _ name: String, _ text: String, besides commands: [CommandSpec]
  ) throws(SellerError) {
    if let command = Self.command(of: name, in: commands) {
      throw .badAlias(name, .isCommand(command))
    }
    var aliases = self
    do throws(Aliases.Problem) {
      try aliases.set(name, to: text)
    } catch {
      throw .badAlias(name, error == .badName ? .notAWord : .notOneCommand)
    }
    if let loop = aliases.loop(from: name) { throw .badAlias(name, .loop(loop)) }
    self = aliases
  }

  /// Returns the chain of aliases from `name` back to itself, or nil if there is no loop.
  private func loop(from name: String) -> [String]? {
    var names = [name]
    while let last = names.last, let next = firstWord(of: last) {
      names.append(next)
      if next == name { return names }
      // A loop that does not contain this name was rejected when it was added.
      if Set(names).count < names.count { return nil }
    }
    return nil
  }

  private func firstWord(of name: String) -> String? {
    guard let text = self[name] else { return nil }
    return Tokenizer.read(text).commands.first?.tokens.first?.fragments.map(\.text).joined()
  }

  /// Returns the command that `name` is, or is the first word of.
  private static func command(of name: String, in commands: [CommandSpec]) -> String? {
    if let spec = Parser(commands: commands).command(named: name) { return spec.name }
    return commands.lazy.flatMap { [$0.name] + $0.aliases }
      .first { $0.hasPrefix(name + " ") }
  }
}
