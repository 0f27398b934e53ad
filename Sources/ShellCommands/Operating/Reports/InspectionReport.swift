import MarketRender
import MarketWire
import Messages
import SellerSession

/// A report on the folder of a market on this machine.
struct InspectionReport {
  static let keys = [
    "folder", "listings", "schema", "integrity", "missing", "orphans", "database_bytes",
    "pictures", "picture_bytes", "free_bytes", "journal", "synchronous",
  ]

  let folder: String
  let found: MarketInspection

  var record: Record {
    Record([
      .init("folder", label: "folder", .text(folder)),
      .init("listings", label: "listings", .integer(found.listings)),
      .init("schema", label: "schema", .integer(found.schema)),
      .init("integrity", label: "database", names(found.damage + found.miscounts, none: "sound")),
      .init("missing", label: "missing pictures", names(found.missing, none: "none")),
      .init("orphans", label: "unused pictures", names(found.orphans, none: "none")),
      .init("database_bytes", label: "database size", .bytes(found.databaseBytes)),
      .init("pictures", label: "picture files", .integer(found.pictures)),
      .init("picture_bytes", label: "size of pictures", .bytes(found.pictureBytes)),
      .init("free_bytes", label: "free space", .bytes(found.freeBytes)),
      .init("journal", label: "journal", .text(found.journal)),
      .init("synchronous", label: "synchronous", .text(found.synchronous)),
    ])
  }

  /// The first of many names; programs get all of them.
  private func names(_ names: [String], none: Message) -> Cell {
    let shown = names.prefix(5).map { "\($0)" as Message }
    let rest = names.count - shown.count
    let more: [Message] =
      rest > 0 ? [Message(count: rest, one: "1 more", other: "\(rest) more")] : []
    return Cell(
      .array(names.map(JSON.string)),
      display: names.isEmpty ? none : .list(shown + more, .lines))
  }
}

extension Cell {
  /// A number of bytes, which people see in a larger unit.
  static func bytes(_ bytes: Int?) -> Cell {
    bytes.map { Cell(.integer($0), display: .byteCount($0)) } ?? Cell(.null)
  }
}
