/// A listing that a command names, and its place in the source text.
public struct TargetPlace: Hashable, Sendable {
  public let target: ListingTarget
  /// The UTF-8 offsets of the word.
  public let range: Range<Int>
}

extension Parser {
  /// The targets that a command names, in their order.
  ///
  /// Words with variables are skipped, and so are values of options, such as `--name @last`.
  public func targets(of command: CommandTokens) -> [TargetPlace] {
    let words = command.tokens.map(Self.word)
    let matcher = matcher(of: words)
    guard let spec = matcher.spec else { return [] }
    var number = 0
    return words.indices.compactMap { index in
      guard matcher.roles[index] == .argument else { return nil }
      defer { number += 1 }
      guard spec.argument(at: number)?.completion == .listing,
        !words[index].pieces.contains(where: { $0.origin == .variable }),
        let target = try? TargetReader.read(words[index].text)
      else { return nil }
      return TargetPlace(target: target, range: command.tokens[index].place.range)
    }
  }
}

extension Parser {
  /// The spec of a command; nil if there is no command of its name.
  public func spec(of command: CommandTokens) -> CommandSpec? {
    matcher(of: command.tokens.map(Self.word)).spec
  }
}
