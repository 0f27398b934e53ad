/// One line that was entered at a prompt, with where, when, and what came of it.
public import MarketWire

/// A line of the history.
public struct HistoryEntry: Hashable, Sendable {
  /// How the line ended.
  public struct Outcome: Hashable, Sendable {
    public var code: Int32
    /// Its commands that were done, one a line, as they can be run anywhere: aliases written out,
    /// `@last` and `@page` by their ids. Empty where none was.
    public var ran: String
    /// The codes that listings got by it.
    public var codes: [Int: String]

    public init(code: Int32, ran: String, codes: [Int: String] = [:]) {
      self.code = code
      self.ran = ran
      self.codes = codes
    }
  }

  /// Its number in the history, which only grows, whatever shell wrote it.
  public let number: Int
  public let time: WireDate
  let market: MarketProfile.Key
  /// As it was typed; it may hold line breaks.
  public let line: String
  /// nil while it runs, and where the shell was killed meanwhile.
  public var outcome: Outcome?

  init(
    number: Int, time: WireDate, market: MarketProfile.Key, line: String, outcome: Outcome? = nil
  ) {
    self.number = number
    self.time = time
    self.market = market
    self.line = line
    self.outcome = outcome
  }
}

extension Sequence<HistoryEntry> {
  /// Each line once, where it was entered last; the order stays.
  func folded() -> [HistoryEntry] {
    var seen: Set<String> = []
    return reversed().filter { seen.insert($0.line).inserted }.reversed()
  }
}
