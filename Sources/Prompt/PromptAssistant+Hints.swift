import CommandLanguage
import Foundation
package import LineEditor
import MarketWire
import SellerFiles

extension PromptAssistant {
  /// Limits for one key.
  private enum Limit {
    /// Earlier lines that are compared with the typed one.
    static let lines = 200
    /// Earlier lines that are checked because the cache does not know them yet.
    static let checks = 8
    /// Files that are looked up.
    static let lookups = 8
  }

  /// The exit code of a command that the seller declined or the market refused.
  private static let refusedCode: Int32 = 1

  /// The rest of the newest earlier line that begins with `line` and can be run now, otherwise what
  /// the grammar expects next.
  package func hint(for line: String, history: some Sequence<String>) -> Hint? {
    guard line.contains(where: { !$0.isWhitespace }), line.utf8.count <= Self.longestLine else {
      return nil
    }
    var checks = Limit.checks
    var lookups = Limit.lookups
    for old in history.lazy.prefix(Limit.lines) {
      guard let rest = Self.rest(of: old, after: line) else { continue }
      let isHintable: Bool
      if let cached = cache.isHintable(old) {
        isHintable = cached
      } else {
        guard checks > 0, lookups > 0 else { break }
        checks -= 1
        isHintable = self.isHintable(old, &lookups)
        cache.setHintable(isHintable, for: old)
      }
      if isHintable { return Hint(rest, .history) }
    }
    return snapshot.parser.hint(for: line, aliases: snapshot.aliases, in: snapshot.catalog)
      .map { Hint($0, .grammar) }
  }

  /// What follows `line` in an earlier line; nil if that has a line break, because a hint shows one
  /// row only.
  private static func rest(of old: String, after line: String) -> String? {
    guard old.utf8.count > line.utf8.count, old.utf8.starts(with: line.utf8),
      old.hasPrefix(line)
    else { return nil }
    let rest = String(decoding: old.utf8.dropFirst(line.utf8.count), as: UTF8.self)
    return rest.utf8.contains(10) ? nil : rest
  }

  /// Whether an earlier line can be run here and may be proposed.
  private func isHintable(_ line: String, _ lookups: inout Int) -> Bool {
    guard wasFineHere(line), SecretFilter().allows(line) else { return false }
    let rules = ProposalRules(
      parser: snapshot.parser, aliases: snapshot.aliases, variables: snapshot.variables,
      context: snapshot.context)
    guard let commands = rules.commands(of: line) else { return false }
    return !commands.contains(where: usesOtherMarket) && referencesExist(line, &lookups)
  }

  /// Whether the line was entered in the market in use, and was neither declined nor refused the last
  /// time. The search runs backwards, because most hints are recent lines.
  private func wasFineHere(_ line: String) -> Bool {
    let count = line.utf8.count
    return snapshot.history.withUnsafeBufferPointer { entries in
      for index in entries.indices.reversed()
      where entries[index].line.utf8.count == count && entries[index].line == line
        && entries[index].market == snapshot.market
      {
        return entries[index].outcome?.code != Self.refusedCode
      }
      return false
    }
  }

  /// Whether an option of the program, such as `--market`, names another market.
  private func usesOtherMarket(_ command: Parsed) -> Bool {
    let markets = snapshot.parser.process.filter { $0.facts.completion == .market }
    return markets.compactMap { Self.text(of: $0, in: command.process) }.contains {
      $0 != snapshot.market.name && $0 != snapshot.market.url
    }
  }

  private static func text(of parameter: some Parameter, in input: Input) -> String? {
    let value: Any? = input.value(of: parameter)
    return (value as? Text)?.value
  }

  /// Whether the codes and files that a line names exist.
  private func referencesExist(_ line: String, _ lookups: inout Int) -> Bool {
    for span in snapshot.parser.highlightSpans(of: line, aliases: snapshot.aliases) {
      if let path = span.path, !mayExist(path, &lookups) { return false }
    }
    let portable = PortableLine(
      parser: snapshot.parser, aliases: snapshot.aliases, last: nil, page: [])
    let commands = Tokenizer(line).flatMap { Tokenizer.read(portable.text(of: $0)).commands }
    return commands.flatMap(snapshot.parser.targets).allSatisfy { place in
      switch place.target {
      case .code(let code): snapshot.codes.contains { $0.code == code.text }
      case .last: snapshot.hasLast
      case .page: snapshot.hasPage
      case .codes(let pattern): snapshot.codes.contains { pattern.matches($0.code) }
      case .id, .range: true
      case .input: false
      }
    }
  }

  /// Whether a file exists; for a pattern, whether the folder in front of it does.
  private func mayExist(_ path: FilePath, _ lookups: inout Int) -> Bool {
    var text = path.text
    if path.isPattern {
      let names = text.split(separator: "/", omittingEmptySubsequences: false)
      text = names.prefix { name in !name.contains { "*?[".contains($0) } }.joined(separator: "/")
      if text.isEmpty { return true }
    }
    let absolute = snapshot.absolute(text, atHome: path.beginsAtHome)
    return cache.fileExists(absolute, lookups: &lookups) ?? false
  }
}
