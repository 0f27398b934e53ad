/// A listing that a command names, and its place in the source text.
public struct TargetPlace: Hashable, Sendable {
  public let target: ListingTarget
  /// The UTF-8 offsets of the word.
  public let range: Range<Int>
}

extension Parser {
  /// The targets that a command names, in their order. Words with variables are skipped, and so are
  /// values of options, such as `--name @last`, and quoted lists.
  public func targets(of command: CommandTokens) -> [TargetPlace] {
    let words = command.tokens.map(Self.word)
    let matcher = matcher(of: words)
    guard let spec = matcher.spec else { return [] }
    var number = 0
    return words.indices.flatMap { index -> [TargetPlace] in
      guard matcher.roles[index] == .argument else { return [] }
      defer { number += 1 }
      guard spec.argument(at: number)?.completion == .listing,
        !words[index].pieces.contains(where: { $0.origin == .variable })
      else { return [] }
      return Self.places(of: words[index].text, in: command.tokens[index].place.range)
    }
  }

  /// The targets of a word, each with its own place.
  private static func places(of text: String, in range: Range<Int>) -> [TargetPlace] {
    if let target = try? TargetReader.read(text) {
      return [TargetPlace(target: target, range: range)]
    }
    guard text.utf8.count == range.count else { return [] }
    return text.split(separator: ",").compactMap { item in
      guard let target = try? TargetReader.read(String(item)) else { return nil }
      let start = range.lowerBound + text.utf8.distance(from: text.startIndex, to: item.startIndex)
      return TargetPlace(target: target, range: start..<start + item.utf8.count)
    }
  }
}

extension Parser {
  /// The spec of a command; nil if there is no command of its name.
  public func spec(of command: CommandTokens) -> CommandSpec? {
    matcher(of: command.tokens.map(Self.word)).spec
  }
}
