import Base
import CommandLanguage
import DiskCache
import ListingChanges
import MarketRender
import Messages
import ScreenPictures
import SellerSession

enum CacheClearCommand: Command {
  static let spec = CommandSpec(
    "cache clear", aliases: ["캐시 지우기"], group: .market, summary: "Empty the cache",
    discussion: """
      Pictures, lists and listings are downloaded again when they are shown, and photos are \
      prepared again when they are sent. Until then, nothing can be shown of a market that cannot \
      be reached.
      """,
    effect: .changesShell, examples: ["cache clear"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let cache = context.market.caches.disk
    context.market.caches.writer.discardPendingChanges()
    await context.market.caches.settle()
    let deleted = await runOnNewThread { [caches = context.market.caches] in
      caches.removeSentFiles()
      return cache.clear()
    }
    context.market.caches.revalidation.removeAll()
    context.market.caches.pictures.invalidateAll(at: context.environment.now())
    guard deleted.files > 0 else { return .reply("The cache was empty.") }
    return .reply("Deleted \(deleted.total.message).")
  }
}
