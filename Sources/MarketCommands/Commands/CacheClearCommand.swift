import CommandLanguage
import DiskCache
import MarketRender
import Messages
import OfflineCache
import ScreenPictures
import SellerSession
import Threads

enum CacheClearCommand: Command {
  static let spec = CommandSpec(
    "cache clear", group: .market, summary: "Empty the cache",
    discussion: """
      Pictures, lists and listings come again from the market when they are shown, and photos are \
      made ready again when they are sent. Until then nothing is shown of a market that cannot be \
      reached.
      """,
    effect: .changesShell, examples: ["cache clear"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let cache = context.session.caches.disk
    context.session.caches.writer.discardPendingChanges()
    await context.session.caches.settle()
    let gone = await runOnNewThread { cache.clear() }
    context.session.caches.revalidation.removeAll()
    context.session.caches.pictures.invalidateAll(at: context.environment.now())
    guard gone.files > 0 else { return .reply("Nothing was kept.") }
    return .reply("Deleted \(gone.whole.words).")
  }
}
