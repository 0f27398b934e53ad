import Formatting
public import MarketWire
public import Messages
public import TerminalKit

/// What is new: changes since the last visit, stock, unfinished batches.
public struct TodayReport: ReportScreen {
  public struct Batch: Hashable, Sendable {
    public var id: Int
    public var name: String
    public var summary: Message

    public init(id: Int, name: String, summary: Message) {
      self.id = id
      self.name = name
      self.summary = summary
    }
  }

  /// The end of the last visit; nil in the first one.
  public var lastVisit: WireDate?
  /// The listings that have changed, with their marks.
  public var changed: [ListingRow]
  /// The number of the seller's listings that are sold out.
  public var soldOut: Int
  /// The number of the seller's listings that are in stock, but below ``lowStock``.
  public var runningLow: Int
  public var lowStock: Int
  public var batches: [Batch]

  /// The most listings that are shown.
  private static let rowLimit = 10

  public init(
    lastVisit: WireDate?, changed: [ListingRow], soldOut: Int, runningLow: Int, lowStock: Int,
    batches: [Batch]
  ) {
    self.lastVisit = lastVisit
    self.changed = changed
    self.soldOut = soldOut
    self.runningLow = runningLow
    self.lowStock = lowStock
    self.batches = batches
  }

  /// The keys for programs.
  public static let keys = [
    "last_visit", "new", "price_up", "price_down", "now_sold_out", "restocked", "edited",
    "changed", "sold_out", "running_low", "low_stock", "unfinished_batches",
  ]

  private func count(_ words: String...) -> Int {
    changed.count { row in row.marks.updates.contains { words.contains($0.word) } }
  }

  public var data: ReportData {
    .object([
      "last_visit": lastVisit.map { .string($0.exactText) } ?? .null,
      "new": .integer(count("new")), "price_up": .integer(count("price_up")),
      "price_down": .integer(count("price_down")), "now_sold_out": .integer(count("sold_out")),
      "restocked": .integer(count("restocked")), "edited": .integer(count("edited", "price")),
      "changed": .array(changed.map { .integer($0.product.id) }),
      "sold_out": .integer(soldOut), "running_low": .integer(runningLow),
      "low_stock": .integer(lowStock),
      "unfinished_batches": .array(batches.map { .integer($0.id) }),
    ])
  }

  /// `3 new, 2 prices changed, 1 sold out`; nil if nothing has changed.
  public var changes: Message? {
    let (new, prices) = (count("new"), count("price_up", "price_down", "price"))
    let (gone, back, edited) = (count("sold_out"), count("restocked"), count("edited"))
    var parts: [Message] = []
    if new > 0 { parts.append("\(new) new") }
    if prices > 0 {
      parts.append(
        Message(count: prices, one: "1 price changed", other: "\(prices) prices changed"))
    }
    if gone > 0 { parts.append("\(gone) sold out") }
    if back > 0 { parts.append("\(back) restocked") }
    if edited > 0 { parts.append("\(edited) edited") }
    return parts.isEmpty ? nil : .list(parts)
  }

  /// `2 of your listings are sold out, 5 are running low`; nil if neither.
  public var stock: Message? {
    let sold = Message(
      count: soldOut, one: "1 of your listings is sold out",
      other: "\(soldOut) of your listings are sold out")
    let low = Message(
      count: runningLow, one: "1 of your listings is running low",
      other: "\(runningLow) of your listings are running low")
    switch (soldOut, runningLow) {
    case (0, 0): return nil
    case (_, 0): return sold
    case (0, _): return low
    default:
      let more = Message(
        count: runningLow, one: "1 is running low", other: "\(runningLow) are running low")
      return "\(sold), \(more)"
    }
  }

  public func lines(_ viewport: Viewport) -> [StyledText] {
    let theme = viewport.theme
    var sections: [[StyledText]] = [changedLines(viewport)]
    if let stock {
      let commands =
        (soldOut > 0 ? ["mine --sold-out"] : [])
        + (runningLow > 0 ? ["mine --in-stock --below \(lowStock)"] : [])
      sections.append(
        [viewport.text(stock, theme.header)] + commands.map { command($0, viewport) })
    }
    if !batches.isEmpty {
      let heading = Message(
        count: batches.count, one: "1 unfinished batch",
        other: "\(batches.count) unfinished batches")
      sections.append(
        [viewport.text(heading, theme.header)]
          + batches.flatMap { batch in
            [
              viewport.text("  \(batch.id)  \(batch.name)  \(batch.summary)"),
              command("resume \(batch.id)", viewport),
            ]
          })
    }
    let wrapping = Wrapping(width: viewport.columns ?? .max / 2, indent: 4)
    return sections.filter { !$0.isEmpty }.joined(separator: [""]).flatMap { line in
      line.isEmpty ? [line] : wrapping.lines(line)
    }
  }

  private func command(_ command: String, _ viewport: Viewport) -> StyledText {
    "  " + viewport.suggestion(command)
  }

  private func changedLines(_ viewport: Viewport) -> [StyledText] {
    guard let lastVisit else {
      return [
        viewport.text(
          "Changes are listed from your next visit on, after a pause of more than 30 minutes.")
      ]
    }
    let age = viewport.dates.since(moment: lastVisit)
    guard let changes else {
      return [viewport.text("Nothing has changed since your last visit, \(age).")]
    }
    let cells = ListingCells(viewport: viewport)
    let heading = viewport.text(
      "since your last visit, \(age): \(changes)", viewport.theme.header)
    let shown = changed.prefix(Self.rowLimit)
    let ids = shown.map { cells.id($0.product) }
    let idWidth = ids.map(\.width).max() ?? 0
    let nameWidth = min(shown.map { cells.name($0.product).width }.max() ?? 0, 32)
    let rows = zip(shown, ids).map { row, id in
      let parts = [
        id.padded(to: idWidth, .trailing), cells.name(row.product).fitted(to: nameWidth),
        cells.price(row.product), cells.updates(row),
      ]
      return StyledText("  ") + parts.joined(separator: "  ")
    }
    let rest = changed.count - shown.count
    let more: [StyledText] =
      rest > 0
      ? ["  " + viewport.text(Message(count: rest, one: "and 1 more", other: "and \(rest) more"))]
      : []
    return [heading] + rows + more + [command("list --changed", viewport)]
  }
}
