import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession
import TerminalKit

enum NoteCommand: Command {
  static let listing = ListingTargets.one
  static let text = Argument<[Text]>("text", help: "the note, in one or more words")
  static let rating = Option<Count?>(
    "rating", help: "1 to 5 stars", valueName: "stars", check: Count.within(1...5))
  static let delete = Option<Count?>(
    "delete", help: "delete the note with this number", valueName: "number")

  static let spec = CommandSpec(
    "note", aliases: ["메모"], group: .keep, summary: "Write a note on a listing",
    discussion: """
      note 12 shows the notes of listing 12, and so does show 12. A listing can have several \
      notes; lists show the mean of their ratings. Notes are saved on this machine and stay when \
      the listing is edited or removed.
      """,
    effect: .writesFiles, fields: ["number", "date", "rating", "text"],
    grammar: [listing, text, rating, delete],
    rules: [.atMostOne([delete, text]), .atMostOne([delete, rating])],
    examples: ["note 12 repack --rating 4", "note 12", "note @MUG-01 \"ask for the blue one\""])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let id = try context.listings.id(of: input[listing])
    let account = try context.market.notebookAccount()
    let notebook = context.market.notebook
    if let number = input[delete]?.value {
      guard let note = try notebook.removeNote(number, of: id, for: account) else {
        throw SellerError.filter("\(id) has no note \(number)", at: "--delete")
      }
      return .reply("Deleted: \(note.text)")
    }
    let words = input[text].map(\.value).joined(separator: " ")
    let entry = try notebook.entries(for: account)[id]
    guard !words.isEmpty || input[rating] != nil else {
      if entry == nil { try await checkExists(id, in: context) }
      return .table(table(entry, listing: id, in: context))
    }
    let name = try await name(of: id, known: entry, in: context)
    let note = Notebook.Note(
      written: context.environment.now(), text: words, rating: input[rating]?.value)
    try notebook.add(note, to: id, named: name, for: account)
    return .reply(
      Reply("Saved the note on \(id) \(name).", try: ["note \(id)"], facts: ["id": .integer(id)]))
  }

  /// Refuses a listing that does not exist. Notes can be read without the market as well.
  private static func checkExists(_ id: Int, in context: CommandContext) async throws {
    do {
      _ = try await name(of: id, known: nil, in: context)
    } catch let error where ErrorReport(error, at: nil).exitCode == .notFound {
      throw error
    } catch {}
  }

  /// The name of the listing from the market, or from the notebook if the listing was removed.
  private static func name(
    of id: Int, known: Notebook.Entry?, in context: CommandContext
  ) async throws -> String {
    let client = try await context.market.client()
    do throws(ClientError) {
      let product = try await client.product(id).value
      context.market.recordExisting(product)
      return product.name
    } catch {
      if error.isRemoval { context.market.recordGone(id) }
      guard error.code == .notFound, let known else {
        throw try await context.listings.movedListing(id, error) ?? error
      }
      return known.name
    }
  }

  private static func table(
    _ entry: Notebook.Entry?, listing id: Int, in context: CommandContext
  ) -> PlainTable {
    let dates = context.dates
    let gone: Message? = entry?.gone.map { "gone since \(dates.since(moment: $0))" }
    let name: Message? = entry.map { "\(id) \($0.name)" }
    let heading = name.map { name in gone.map { "\(name) · \($0)" } ?? name }
    return PlainTable(
      heading: heading,
      columns: [
        .init("number", title: "number", alignment: .trailing),
        .init("date", title: "date", dropOrder: 0),
        .init("rating", title: "rating", alignment: .trailing),
        .init("text", title: "note", wraps: true),
      ],
      rows: (entry?.notes ?? []).enumerated().map { index, note in
        [.integer(index + 1), .time(note.written, dates), .integer(note.rating), .text(note.text)]
      },
      emptyState: EmptyState(
        reason: "You have no notes on \(id).", lead: "Write one", try: "note \(id) \"…\""))
  }
}
