/// The history of a prompt: what was entered here, and what other shells had entered before.
public import MarketWire
import Synchronization

/// The history that a shell works with. Every call is quick and may come from any thread.
///
/// 1. A shell sees what was there when it first looked, and its own lines; what other shells enter
///    meanwhile does not come between them. `entries()` reads what all have entered.
/// 2. What cannot be written is kept in memory, so that a shell has its own lines in any case; the
///    reason is told once, by `takeProblem()`.
public final class HistoryFile: Sendable {
  private struct State {
    var entries: [HistoryEntry] = []
    /// Their lines, each once; nil where they have to be sorted out anew.
    var lines: [String]?
    var isLoaded = false
    /// The numbers of this shell.
    var own: Set<Int> = []
    /// Numbers that the file does not have.
    var unwritten: Set<Int> = []
    var problem: FileProblem?
    var isProblemTold = false
  }

  private let store: HistoryStore
  private let now: @Sendable () -> WireDate
  private let state = Mutex(State())

  public init(
    path: String, limits: HistoryLimits = HistoryLimits(), now: @escaping @Sendable () -> WireDate
  ) {
    store = HistoryStore(path: path, limits: limits)
    self.now = now
  }

  /// The entries that this shell walks through, oldest first. The file is read once, when this is
  /// first asked for; a file that has grown too large is made smaller then.
  @discardableResult
  public func load() -> [HistoryEntry] {
    state.withLock { state in
      load(&state)
      return state.entries
    }
  }

  /// The lines to walk through, oldest first, each once.
  public func lines() -> [String] {
    state.withLock { state in
      load(&state)
      let lines = state.lines ?? Self.folded(state.entries)
      state.lines = lines
      return lines
    }
  }

  /// All entries of all shells as they are now, oldest first.
  func entries() throws(FileProblem) -> [HistoryEntry] {
    let (own, unwritten) = state.withLock { state in
      (state.entries.filter { state.unwritten.contains($0.number) }, state.unwritten)
    }
    if !unwritten.isEmpty, state.withLock({ $0.problem }) != nil { return load() }
    return try store.read().entries + own
  }

  /// The numbers of the entries of this shell.
  var ownNumbers: Set<Int> { state.withLock { $0.own } }

  /// Keeps a line before it runs; what may not be kept has to be sorted out before.
  func append(_ line: String, at market: MarketProfile.Key) -> HistoryEntry {
    let time = now()
    return state.withLock { state in
      load(&state)
      let isWritable = line.utf8.count <= store.limits.lineBytes
      var entry: HistoryEntry?
      if isWritable {
        attempt(&state) { () throws(FileProblem) in
          let size = try store.append { number in
            let made = HistoryEntry(number: number, time: time, market: market, line: line)
            entry = made
            return .entered(made)
          }
          if size > store.limits.bytes { try store.rewrite { _ in true } }
        }
      }
      let kept =
        entry
        ?? HistoryEntry(
          number: (state.entries.last?.number ?? 0) + 1, time: time, market: market, line: line)
      if entry == nil || state.problem != nil {
        state.unwritten.insert(kept.number)
      } else {
        state.unwritten.remove(kept.number)
      }
      state.own.insert(kept.number)
      state.entries.append(kept)
      if var lines = state.lines.take() {
        lines.removeAll { $0 == line }
        lines.append(line)
        state.lines = lines
      }
      return kept
    }
  }

  /// Adds how a line ended.
  func end(_ entry: HistoryEntry, with outcome: HistoryEntry.Outcome) {
    state.withLock { state in
      if let index = state.entries.lastIndex(where: { $0.number == entry.number }) {
        state.entries[index].outcome = outcome
      }
      guard !state.unwritten.contains(entry.number) else { return }
      attempt(&state) { () throws(FileProblem) in
        _ = try store.append { _ in .ended(outcome, of: entry) }
      }
    }
  }

  /// Forgets a line for good, however often it was entered.
  public func forget(_ line: String) {
    do throws(FileProblem) {
      try forget { $0.line == line }
    } catch {
      state.withLock { note(error, &$0) }
    }
  }

  /// Forgets all entries that match, here and in the file.
  func forget(where matches: (HistoryEntry) -> Bool) throws(FileProblem) {
    state.withLock { state in
      state.entries.removeAll(where: matches)
      state.lines = nil
    }
    guard try store.read().entries.contains(where: matches) else { return }
    try store.rewrite { !matches($0) }
  }

  /// Why the history is not kept, the first time that it is asked for.
  func takeProblem() -> FileProblem? {
    state.withLock { state in
      guard let problem = state.problem, !state.isProblemTold else { return nil }
      state.isProblemTold = true
      return problem
    }
  }
}

extension HistoryFile {
  private func load(_ state: inout State) {
    guard !state.isLoaded else { return }
    state.isLoaded = true
    var contents = HistoryStore.Contents()
    attempt(&state) { () throws(FileProblem) in
      contents = try store.read()
      let isLarge = contents.entries.count > store.limits.entries / 4 * 5
      if isLarge || contents.bytes > store.limits.bytes { try store.rewrite { _ in true } }
    }
    contents.entries.removeFirst(max(0, contents.entries.count - store.limits.entries))
    state.entries = contents.entries
  }

  /// Each line once, where it was entered last; the order stays.
  private static func folded(_ entries: [HistoryEntry]) -> [String] {
    var seen = Set<String>(minimumCapacity: entries.count)
    var lines: [String] = []
    lines.reserveCapacity(entries.count)
    for index in entries.indices.reversed() {
      let line = entries[index].line
      if seen.insert(line).inserted { lines.append(line) }
    }
    lines.reverse()
    return lines
  }

  /// Does something with the file, unless it was found that nothing can be done with it.
  private func attempt(_ state: inout State, _ body: () throws(FileProblem) -> Void) {
    guard state.problem == nil else { return }
    do throws(FileProblem) { try body() } catch { note(error, &state) }
  }

  private func note(_ problem: FileProblem, _ state: inout State) {
    if state.problem == nil { state.problem = problem }
  }
}
