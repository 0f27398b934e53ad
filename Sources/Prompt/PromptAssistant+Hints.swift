/// The hint behind a line: an earlier line that can be run again, or what the grammar wants next.
import CommandHistory
import CommandLanguage
import Foundation
public import LineEditor
import MarketWire
import Notebook

extension PromptAssistant {
  /// Earlier lines that are looked at for one key, and those of them that are judged anew.
  private static let most = (lines: 200, judged: 8)
  /// Files that are looked for at one key.
  private static let mostLooks = 8

  public func hint(for line: String, history: some Sequence<String>) -> Hint? {
    guard line.contains(where: { !$0.isWhitespace }), line.utf8.count <= Self.longestLine else {
      return nil
    }
    var judged = 0
    var looks = Self.mostLooks
    for old in history.lazy.prefix(Self.most.lines) {
      guard let rest = Self.rest(of: old, after: line) else { continue }
      let isPossible: Bool
      if let known = memory.verdict(on: old) {
        isPossible = known
      } else {
        guard judged < Self.most.judged, looks > 0 else { break }
        judged += 1
        isPossible = mayBeHinted(old, &looks)
        memory.keep(isPossible, on: old)
      }
      if isPossible { return Hint(rest, .history) }
    }
    return snapshot.parser.hint(for: line, aliases: snapshot.aliases).map { Hint($0, .grammar) }
  }

  /// What follows the line in an earlier one; nil where it is several lines long, since then only
  /// its first line could be seen.
  private static func rest(of old: String, after line: String) -> String? {
    guard old.utf8.count > line.utf8.count, old.utf8.starts(with: line.utf8),
      old.hasPrefix(line)
    else { return nil }
    let rest = String(decoding: old.utf8.dropFirst(line.utf8.count), as: UTF8.self)
    return rest.utf8.contains(10) ? nil : rest
  }

  /// Whether an earlier line is still possible here, and nothing that has to be thought about.
  private func mayBeHinted(_ line: String, _ looks: inout Int) -> Bool {
    guard wasEntered(line), SecretFilter().allows(line) else { return false }
    let rules = ProposalRules(
      parser: snapshot.parser, aliases: snapshot.aliases, variables: snapshot.variables,
      context: snapshot.context)
    guard let commands = rules.commands(of: line) else { return false }
    let leaves = commands.contains { parsed in
      let market = ProcessOptions(parsed.process).market
      return market != nil && market != snapshot.market.name && market != snapshot.market.url
    }
    return !leaves && namesWhatExists(line, &looks)
  }

  /// Whether the line was entered in this market; most often that was not long ago.
  private func wasEntered(_ line: String) -> Bool {
    let count = line.utf8.count
    return snapshot.history.withUnsafeBufferPointer { entries in
      for index in entries.indices.reversed()
      where entries[index].line.utf8.count == count && entries[index].line == line
        && entries[index].market == snapshot.market
      {
        return true
      }
      return false
    }
  }

  /// Whether the codes and files that a line names are there.
  private func namesWhatExists(_ line: String, _ looks: inout Int) -> Bool {
    for mark in snapshot.parser.highlightSpans(of: line, aliases: snapshot.aliases) {
      if let path = mark.path, !mayExist(path, &looks) { return false }
    }
    let plain = PortableLine(
      parser: snapshot.parser, aliases: snapshot.aliases, last: nil, page: [])
    let commands = Tokenizer(line).flatMap { Tokenizer.read(plain.text(of: $0)).commands }
    return commands.flatMap(snapshot.parser.targets).allSatisfy { place in
      switch place.target {
      case .code(let code): snapshot.codes.contains { $0.code == code.text }
      case .last: snapshot.hasLast
      case .page: snapshot.hasPage
      case .id, .range: true
      }
    }
  }

  /// A pattern may stand for something where its folder is there.
  private func mayExist(_ path: FilePath, _ looks: inout Int) -> Bool {
    var text = path.text
    if path.isPattern {
      let names = text.split(separator: "/", omittingEmptySubsequences: false)
      text = names.prefix { name in !name.contains { "*?[".contains($0) } }.joined(separator: "/")
      if text.isEmpty { return true }
    }
    let place = snapshot.absolute(text, atHome: path.beginsAtHome)
    return memory.exists(place, budget: &looks) ?? false
  }
}
