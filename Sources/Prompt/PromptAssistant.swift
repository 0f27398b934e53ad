/// Helps with a line while it is typed: what it is, what may follow, how its command is used.
import CommandLanguage
import Foundation
public import LineEditor
import MarketRender
import Messages
import Synchronization
public import TerminalKit

/// Answers from a snapshot of the session.
///
/// 1. No answer waits for a network, and none reads more of the disk than a few names.
/// 2. What was found out for one key is kept for the next ones.
public struct PromptAssistant: EditorAssistant {
  /// Lines longer than this are plain text: nobody types them, and each key must stay quick.
  static let longestLine = 32_768

  let snapshot: PromptSnapshot
  let files: FileMetadataCache
  let memory = AssistantCache()

  init(_ snapshot: PromptSnapshot, files: FileMetadataCache) {
    self.snapshot = snapshot
    self.files = files
  }

  public func isUnfinished(_ line: String) -> Bool {
    guard case .incomplete = Tokenizer.read(line) else { return false }
    return true
  }

  public func commandCount(_ text: String) -> Int {
    Tokenizer(text).reduce(0) { count, _ in count + 1 }
  }

  public func usage(of line: String, at cursor: Int) -> StyledText? {
    guard line.utf8.count <= Self.longestLine,
      let found = snapshot.parser.usage(in: line, at: cursor, aliases: snapshot.aliases)
    else { return nil }
    var text = StyledText("usage: ", snapshot.theme.quiet) + StyledText(found.usage.english, .bold)
    if let parameter = found.parameter {
      text += StyledText("\n") + StyledText(parameter.english, snapshot.theme.quiet)
    }
    return text
  }
}

/// What was found out while a line was typed.
final class AssistantCache: Sendable {
  private struct State {
    var exists: [String: Bool] = [:]
    var verdicts: [String: Bool] = [:]
    var uses: [String: Int]?
    var offers: [Kept: [CompletionItem]] = [:]
  }

  /// Offers that are the same for each key.
  enum Kept: Hashable, Sendable {
    case listings, ownListings
    /// Codes with and without `@`.
    case targets, codes
    case sellers, currencies
  }

  /// More is not remembered, so that a long line cannot fill the memory.
  private static let most = 1000

  private let state = Mutex(State())

  init() {}

  /// Whether there is a file; nil where it is not known and nothing may be looked up any more.
  func exists(_ path: String, budget: inout Int) -> Bool? {
    if let known = state.withLock({ $0.exists[path] }) { return known }
    guard budget > 0 else { return nil }
    budget -= 1
    var facts = stat()
    let exists = stat(path, &facts) == 0
    state.withLock { state in
      if state.exists.count >= Self.most { state.exists = [:] }
      state.exists[path] = exists
    }
    return exists
  }

  func verdict(on line: String) -> Bool? { state.withLock { $0.verdicts[line] } }

  func keep(_ verdict: Bool, on line: String) {
    state.withLock { state in
      if state.verdicts.count >= Self.most { state.verdicts = [:] }
      state.verdicts[line] = verdict
    }
  }

  /// Offers that are made once.
  func offers(_ kind: Kept, _ make: () -> [CompletionItem]) -> [CompletionItem] {
    if let known = state.withLock({ $0.offers[kind] }) { return known }
    let made = make()
    state.withLock { $0.offers[kind] = made }
    return made
  }

  /// How often each word was used, counted once.
  func uses(_ count: () -> [String: Int]) -> [String: Int] {
    if let known = state.withLock({ $0.uses }) { return known }
    let counted = count()
    state.withLock { $0.uses = counted }
    return counted
  }
}
