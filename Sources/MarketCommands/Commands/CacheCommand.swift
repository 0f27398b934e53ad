import CommandLanguage
import DiskCache
import MarketRender
import MarketWire
import Messages
import OfflineCache
import Photos
import ScreenPictures
import SellerSession
import TerminalKit
import Threads

enum CacheCommand: Command {
  static let spec = CommandSpec(
    "cache", group: .market, summary: "Tell how much room the cache takes",
    discussion: """
      Pictures are kept for 7 days, then the market is asked whether they have changed; refresh \
      asks at once. Lists and listings of a market on the network that were looked at at a \
      terminal are kept for a day, and shown there, with their time, when it cannot be reached. \
      Photos that were made ready to be sent are kept so that they need not be made ready again. \
      What was not used for longest makes room for what is new. set cache says how much room there \
      is for all of them; off keeps nothing on disk.
      """,
    fields: ["folder", "limit", "files", "bytes"] + Self.parts.map(\.name), examples: ["cache"])

  /// The parts of the cache, by the kinds of their keys.
  private static let parts = [
    (name: "pictures", kinds: PictureCache.kinds),
    (name: "lists", kinds: CachedResponses.kinds),
    (name: "photos", kinds: [PreparedPhoto.cacheKind]),
  ]

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let limit = context.settings.preferences.cacheLimit
    let kept = context.session.caches.disk
    let tally = await runOnNewThread { kept.usage() }
    return .record(
      Record(
        [
          .init("folder", .text(kept.path)), .init("limit", .text(limit.text)),
          .init("files", .integer(tally.files)),
          .init(
            "bytes",
            Cell(.integer(tally.bytes), display: StyledText(ByteText.words(tally.bytes)))),
        ] + parts.map { .init($0.name, cell(tally.part(of: $0.kinds))) }))
  }

  private static func cell(_ part: CacheUsage.Part) -> Cell {
    Cell(
      .object(["files": .integer(part.files), "bytes": .integer(part.bytes)]),
      display: StyledText(part.words))
  }
}

extension CacheUsage.Part {
  /// A text such as `6 files, 1.2 MB`.
  var words: String {
    "\(files == 1 ? "1 file" : "\(files) files"), \(ByteText.words(bytes))"
  }
}
