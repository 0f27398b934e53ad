/// What an alias may be called, and what it may stand for.
package import CommandLanguage
package import SellerSession

extension Aliases {
  /// Makes a name stand for a command. It may not hide a command, and may not lead to itself.
  package mutating func add(_ name: String, _ text: String) throws(SellerError) {
    if let command = Self.command(of: name) { throw .badAlias(name, .isCommand(command)) }
    var aliases = self
    do throws(Aliases.Problem) {
      try aliases.set(name, to: text)
    } catch {
      throw .badAlias(name, error == .badName ? .notAWord : .notOneCommand)
    }
    if let loop = aliases.loop(from: name) { throw .badAlias(name, .loop(loop)) }
    self = aliases
  }

  /// The names from `name` back to it; nil where they end somewhere.
  private func loop(from name: String) -> [String]? {
    var names = [name]
    while let last = names.last, let next = firstWord(of: last) {
      names.append(next)
      if next == name { return names }
      // A loop that this name only leads into was refused when it was made.
      if Set(names).count < names.count { return nil }
    }
    return nil
  }

  private func firstWord(of name: String) -> String? {
    guard let text = self[name] else { return nil }
    return Tokenizer.read(text).commands.first?.tokens.first?.fragments.map(\.text).joined()
  }

  /// The command that `name` is, or is the first word of.
  private static func command(of name: String) -> String? {
    let specs = CommandRegistry.specs
    if let spec = Parser(commands: specs).command(named: name) { return spec.name }
    return specs.lazy.flatMap { [$0.name] + $0.aliases }
      .first { $0.hasPrefix(name + " ") }
  }
}
