import Base
package import MarketWire
import Synchronization

/// The history of one shell. Every call is fast and may come from any thread.
///
/// 1. ``lines()`` contains the entries that existed when the shell started and its own. Entries that
///    other shells add later are only in ``entries()``.
/// 2. Entries that cannot be written are kept in memory, so a shell always has its own lines.
///    ``takeError()`` returns the reason once.
package final class HistoryFile: Sendable {
  private struct State {
    var entries: [HistoryEntry] = []
    /// The distinct lines of the entries; nil if they have to be computed again.
    var lines: [String]?
    var isLoaded = false
    var ownNumbers: Set<Int> = []
    /// The numbers of the entries that are not in the file.
    var unwrittenNumbers: Set<Int> = []
    var error: FileError?
    var isErrorReported = false
  }

  private let store: HistoryStore
  private let now: @Sendable () -> WireDate
  private let state = Mutex(State())

  package init(
    path: String, limits: HistoryLimits = HistoryLimits(), now: @escaping @Sendable () -> WireDate
  ) {
    store = HistoryStore(path: path, limits: limits)
    self.now = now
  }

  /// Returns the entries that this shell can go back to, oldest first. The first call reads the
  /// file, and rewrites it if it is too large.
  @discardableResult
  package func load() -> [HistoryEntry] {
    state.withLock { state in
      load(&state)
      return state.entries
    }
  }

  /// Returns the distinct lines that this shell can go back to, oldest first.
  package func lines() -> [String] {
    state.withLock { state in
      load(&state)
      let lines = state.lines ?? Self.distinctLines(state.entries)
      state.lines = lines
      return lines
    }
  }

  /// Returns the current entries of all shells, oldest first.
  package func entries() throws(FileError) -> [HistoryEntry] {
    let (unwritten, error) = state.withLock { state in
      (state.entries.filter { state.unwrittenNumbers.contains($0.number) }, state.error)
    }
    if !unwritten.isEmpty, error != nil { return load() }
    return try store.read().entries + unwritten
  }

  /// The number of lines in the file that are no records and are skipped.
  package func unreadableCount() throws(FileError) -> Int { try store.read().unreadableCount }

  package var ownNumbers: Set<Int> { state.withLock { $0.ownNumbers } }

  /// Adds a line before it runs. The caller must reject secrets first; see ``SecretFilter``.
  package func append(_ line: String, at market: MarketKey) -> HistoryEntry {
    let time = now()
    return state.withLock { state in
      load(&state)
      let written = write(line, at: market, time, &state)
      let entry =
        written
        ?? HistoryEntry(
          number: (state.entries.last?.number ?? 0) + 1, time: time, market: market, line: line)
      if written == nil || state.error != nil {
        state.unwrittenNumbers.insert(entry.number)
      } else {
        state.unwrittenNumbers.remove(entry.number)
      }
      state.ownNumbers.insert(entry.number)
      state.entries.append(entry)
      if var lines = state.lines.take() {
        lines.removeAll { $0 == line }
        lines.append(line)
        state.lines = lines
      }
      return entry
    }
  }

  /// Adds the result of a line.
  package func finish(_ entry: HistoryEntry, with outcome: HistoryEntry.Outcome) {
    state.withLock { state in
      if let index = state.entries.lastIndex(where: { $0.number == entry.number }) {
        state.entries[index].outcome = outcome
      }
      guard !state.unwrittenNumbers.contains(entry.number) else { return }
      attempt(&state) { () throws(FileError) in
        _ = try store.append { _ in .finished(outcome, of: entry) }
      }
    }
  }

  /// Removes all entries with this line from the history.
  package func remove(_ line: String) {
    do throws(FileError) {
      try remove { $0.line == line }
    } catch {
      state.withLock { record(error, &$0) }
    }
  }

  /// Removes all entries that match, in memory and in the file.
  package func remove(where matches: (HistoryEntry) -> Bool) throws(FileError) {
    state.withLock { state in
      state.entries.removeAll(where: matches)
      state.lines = nil
    }
    guard try store.read().entries.contains(where: matches) else { return }
    try store.rewrite { !matches($0) }
  }

  /// Returns why the history cannot be saved, at most once.
  package func takeError() -> FileError? {
    state.withLock { state in
      guard let error = state.error, !state.isErrorReported else { return nil }
      state.isErrorReported = true
      return error
    }
  }
}

extension HistoryFile {
  private func load(_ state: inout State) {
    guard !state.isLoaded else { return }
    state.isLoaded = true
    var contents = HistoryStore.Contents()
    attempt(&state) { () throws(FileError) in
      contents = try store.read()
      let hasManyEntries = contents.entries.count > store.limits.entries / 4 * 5
      if hasManyEntries || contents.byteCount > store.limits.bytes {
        try store.rewrite { _ in true }
      }
    }
    contents.entries.removeFirst(max(0, contents.entries.count - store.limits.entries))
    state.entries = contents.entries
  }

  /// Writes a line to the file. Returns nil if it is too long or the file cannot be written.
  private func write(
    _ line: String, at market: MarketKey, _ time: WireDate, _ state: inout State
  ) -> HistoryEntry? {
    guard line.utf8.count <= store.limits.lineBytes else { return nil }
    var entry: HistoryEntry?
    attempt(&state) { () throws(FileError) in
      let byteCount = try store.append { number in
        let new = HistoryEntry(number: number, time: time, market: market, line: line)
        entry = new
        return .entered(new)
      }
      if byteCount > store.limits.bytes { try store.rewrite { _ in true } }
    }
    return entry
  }

  /// The distinct lines in order of their latest entry. There may be 10,000 entries.
  private static func distinctLines(_ entries: [HistoryEntry]) -> [String] {
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

  /// Uses the file, unless an earlier attempt failed.
  private func attempt(_ state: inout State, _ body: () throws(FileError) -> Void) {
    guard state.error == nil else { return }
    do throws(FileError) { try body() } catch { record(error, &state) }
  }

  private func record(_ error: FileError, _ state: inout State) {
    if state.error == nil { state.error = error }
  }
}
