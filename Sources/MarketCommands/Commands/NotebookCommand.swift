import CommandLanguage
import Formatting
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import TerminalKit

enum NotebookCommand: Command {
  static let spec = CommandSpec(
    "notebook", aliases: ["수첩"], group: .keep,
    summary: "Show the listings that you starred or noted",
    discussion: """
      Removed listings stay here, marked as gone. The notebook of each market and account is \
      separate. It is a file of this machine: notebook export saves it for another one.
      """,
    fields: ["id", "name", "starred", "rating", "notes", "gone"], examples: ["notebook"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let entries = try context.market.notebook.entries(for: context.market.notebookAccount())
    let dates = context.dates
    let isSpoken = context.settings.usesScreenReader
    return .table(
      PlainTable(
        columns: [
          .init("id", title: "id", alignment: .trailing), .init("name", title: .listingName),
          .init("starred", title: isSpoken ? "starred" : "★"),
          .init("rating", title: "rating", alignment: .trailing, dropOrder: 1),
          .init("notes", title: "notes", wraps: true),
          .init("gone", title: "gone", dropOrder: 0),
        ],
        rows: entries.values.sorted { $0.listing > $1.listing }.map { entry in
          row(entry, dates, isSpoken: isSpoken)
        },
        emptyState: EmptyState(
          reason: "Your notebook of this market is empty.", lead: "Star a listing",
          try: "star 12")))
  }

  private static func row(_ entry: Notebook.Entry, _ dates: DateText, isSpoken: Bool) -> [Cell] {
    let texts = entry.notes.map(\.text).filter { !$0.isEmpty }
    let star: Message = isSpoken ? "yes" : "★"
    return [
      .integer(entry.listing), .text(entry.name),
      Cell(.bool(entry.starred != nil), display: entry.starred == nil ? "" : star),
      Cell(entry.rating.map { .decimal(Decimal(Int(($0 * 10).rounded())) / 10) } ?? .null),
      Cell(.array(texts.map(JSON.string)), display: "\(texts.joined(separator: " · "))"),
      .time(entry.gone, dates),
    ]
  }
}
