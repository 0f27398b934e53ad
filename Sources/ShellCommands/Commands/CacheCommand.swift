import Base
import CommandLanguage
import DiskCache
import MarketRender
import MarketWire
import Messages
import Photos
import ScreenPictures
import SellerSession
import TerminalKit

enum CacheCommand: Command {
  static let spec = CommandSpec(
    "cache", aliases: ["캐시"], group: .market, summary: "Show the size of the cache",
    discussion: """
      Pictures are cached for 7 days; then the market is asked whether they have changed. refresh \
      asks at once. Lists and listings of a market on the network that you viewed at a terminal \
      are cached for a day, and shown there, with their time, when it cannot be reached. Prepared \
      photos are cached, too. When the cache is full, what was not used for longest is deleted. \
      set cache changes its size; off saves nothing on disk.
      """,
    fields: ["folder", "limit", "files", "bytes"] + Self.parts.map(\.name), examples: ["cache"])

  /// The parts of the cache, by the kinds of their keys.
  private static let parts: [(name: String, label: Message, kinds: [String])] = [
    ("pictures", "pictures", PictureCache.kinds),
    ("lists", "lists", CachedResponses.kinds),
    ("photos", "photos", [PreparedPhoto.cacheKind]),
  ]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let limit = context.settings.preferences.cacheLimit
    let kept = context.market.caches.disk
    let tally = await runOnNewThread { kept.usage() }
    return .record(
      Record(
        [
          .init("folder", label: "folder", .text(kept.path)),
          .init("limit", label: "limit", .text(limit.text)),
          .init("files", label: "files", .integer(tally.files)),
          .init(
            "bytes", label: "size",
            Cell(.integer(tally.bytes), display: .byteCount(tally.bytes))),
        ] + parts.map { .init($0.name, label: $0.label, cell(tally.part(of: $0.kinds))) }))
  }

  private static func cell(_ part: CacheUsage.Part) -> Cell {
    Cell(
      .object(["files": .integer(part.files), "bytes": .integer(part.bytes)]),
      display: part.message)
  }
}

extension CacheUsage.Part {
  /// `6 files, 1.2 MB`.
  var message: Message {
    let size = Message.byteCount(bytes)
    return Message(count: files, one: "1 file, \(size)", other: "\(files) files, \(size)")
  }
}
