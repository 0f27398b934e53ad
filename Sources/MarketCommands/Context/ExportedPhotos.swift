import Base
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

/// Saves the photos of exported listings beside their table, under names by which `import` finds
/// them again: `MUG-01_1.jpg`.
struct ExportedPhotos: Sendable {
  let context: CommandContext
  /// The absolute path of the folder.
  private let folder: String
  /// The folder as the table names it.
  private let shown: String
  /// The folders that were created for it.
  let made: NewFile.MadeFolders

  /// - Parameter table: the absolute path of the table; paths of photos are relative to its folder.
  init(_ folder: FilePath, besideTable table: String, in context: CommandContext) throws {
    self.context = context
    self.folder = try context.files.path(of: folder)
    made = try NewFile.makeFolder(self.folder, named: folder.text)
    let base = URL(filePath: table).deletingLastPathComponent().path
    let start = base.hasSuffix("/") ? base : base + "/"
    let path = URL(filePath: self.folder).standardizedFileURL.path
    shown = path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }

  /// The output with the files of its photos, which are saved as its rows are read.
  func saving(_ output: Output) -> Output {
    switch output {
    case .listings(let page):
      var empty = page
      empty.rows = []
      return .listingStream(
        ListingStream(empty) { take in try await take(try await saved(page.rows)) })
    case .listingStream(let stream):
      return .listingStream(
        ListingStream(stream.page) { take in
          try await stream.read { rows in try await take(try await saved(rows)) }
        })
    default: return output
    }
  }

  private func saved(_ rows: [ListingRow]) async throws -> [ListingRow] {
    let subject = Message(
      count: rows.count, one: "saving the photos of 1 listing",
      other: "saving the photos of \(rows.count) listings")
    return try await context.activity.show(subject, total: rows.count) {
      var rows = rows
      for index in rows.indices {
        try Task.checkCancellation()
        rows[index].photos = try await save(rows[index])
        context.activity.update(done: index + 1)
      }
      return rows
    }
  }

  private func save(_ row: ListingRow) async throws -> [String] {
    let client = try await context.market.client()
    guard let product = try await context.listings.existing(row.product.id, client) else {
      return []
    }
    var files: [String] = []
    for (index, picture) in (product.pictures ?? []).enumerated() {
      let bytes = try await client.image(at: picture.url)
      let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
      let name = "\(row.code ?? String(row.product.id))_\(index + 1).\(isPNG ? "png" : "jpg")"
      do throws(NewFile.WriteError) {
        _ = try NewFile.write(bytes, to: "\(folder)/\(name)", replacing: true)
      } catch {
        throw SellerError.file(path: "\(shown)/\(name)", reason: error.reason)
      }
      files.append("\(shown)/\(name)")
    }
    return files
  }
}
