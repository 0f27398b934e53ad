import Base
import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession
import TableImport

// `add --from`: a table to fill in, with a row for each group of photos in a folder.
extension AddCommand {
  static let from = Option<FilePath?>(
    "from", help: "write a table to fill in, with a row for each group of photos in a folder",
    valueName: "dir"
  ).offering(.directory)
  static let pause = Option<WholeNumber>(
    "pause", help: "seconds between shots of different listings, for --from",
    default: WholeNumber(60))

  /// What the table has instead.
  static let fromRules: [GrammarRule] =
    [.standsFor(from, given)]
    + ([
      like, ref, DraftOption.name, ListingOptions.discount, ListingOptions.salePrice,
      WriteOptions.dryRun,
    ]
    as [any Parameter] + given).map { .atMostOne([from, $0]) }

  private static let tableName = "listings.csv"
  private static let header = [
    "code", "name", "description", "currency", "price", "stock", "photos",
  ]

  /// Writes the table of a folder.
  static func writeTable(
    of folder: FilePath, _ input: Input, in context: CommandContext
  ) async throws -> Output {
    let path = try context.files.path(of: folder)
    let groups = try PhotoGroups(path, named: folder.text, pause: Double(input[pause].value)).groups
    guard !groups.isEmpty else {
      throw SellerError.file(path: folder.text, reason: "it has no photos")
    }
    let table = "\(path)/\(tableName)"
    let name = (folder.text.hasSuffix("/") ? folder.text : folder.text + "/") + tableName
    // The seller may have filled in the table that is there.
    try await OutputFile.checkReplacing(
      table, named: name, isAnswered: input[WriteOptions.yes], in: context)
    let currency =
      try input[ListingOptions.currency]?.currency ?? context.settings.settings().currency
    let rows = groups.map { group in
      [
        "", group.name ?? "", "", currency?.rawValue ?? "", "", "",
        group.photos.joined(separator: ";"),
      ]
    }
    do throws(NewFile.WriteError) {
      let style = SheetStyle(isForExcel: true)
      let records = ([header] + rows).map { SheetStyle.record($0.map(style.guarded)) }
      let text = "\u{FEFF}" + records.joined()
      _ = try NewFile.write(Array(text.utf8), to: table, replacing: true)
    } catch {
      throw SellerError.file(path: name, reason: error.reason)
    }
    return .reply(Reply(report(groups, in: name), try: ["import \(Quoting.quote(name))"]))
  }

  private static func report(_ groups: [PhotoGroups.Group], in name: String) -> Message {
    let rows = Message(count: groups.count, one: "1 row", other: "\(groups.count) rows")
    let photoCount = groups.reduce(0) { $0 + $1.photos.count }
    let photos = Message(count: photoCount, one: "1 photo", other: "\(photoCount) photos")
    let crowded = groups.count { $0.photos.count > 5 }
    guard crowded > 0 else {
      return "Wrote \(rows) with \(photos) to \(name). Fill in the rest, then import it."
    }
    return """
      Wrote \(rows) with \(photos) to \(name). A listing has at most 5 photos: correct the rows with \
      more (\(crowded)), fill in the rest, then import it.
      """
  }
}
