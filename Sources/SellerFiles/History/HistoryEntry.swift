package import MarketWire

/// A line that was entered at a prompt.
package struct HistoryEntry: Hashable, Sendable {
  package struct Outcome: Hashable, Sendable {
    package var code: Int32
    /// The commands that succeeded, one per line, in a form that runs in any shell: without aliases,
    /// `@last` and `@page`.
    package var ran: String
    /// The codes that listings got, by the id of the listing.
    package var codes: [Int: String]

    package init(code: Int32, ran: String, codes: [Int: String] = [:]) {
      self.code = code
      self.ran = ran
      self.codes = codes
    }
  }

  /// The position in the history; it increases by one for each line, whatever shell adds it.
  package let number: Int
  package let time: WireDate
  package let market: MarketKey
  /// The text as it was typed, possibly with line breaks.
  package let line: String
  /// The result; nil while the line runs, or if the shell was killed in the meantime.
  package var outcome: Outcome?
}

extension Sequence<HistoryEntry> {
  /// Returns the latest entry of each line, in the same order.
  package func deduplicated() -> [HistoryEntry] {
    var seen: Set<String> = []
    return reversed().filter { seen.insert($0.line).inserted }.reversed()
  }
}
