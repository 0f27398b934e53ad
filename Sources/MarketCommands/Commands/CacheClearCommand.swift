/// `cache clear`: deletes what is kept on disk to save time.
import CommandLanguage
import DiskCache
import MarketRender

enum CacheClearCommand: Command {
  static let spec = CommandSpec(
    "cache clear", group: .market, summary: "Empty the cache",
    discussion: """
      Pictures, lists and listings come again from the market when they are shown, and photos are \
      made ready again when they are sent. Until then nothing is shown of a market that cannot be \
      reached.
      """,
    effect: .changesShell, examples: ["cache clear"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let cache = session.diskCache
    session.cacheWriter.forget()
    await session.settleKept()
    let gone = await onOwnThread { cache.clear() }
    session.revalidationCache.forget()
    session.pictureLoader.doubt(at: session.environment.now())
    guard gone.files > 0 else { return .message("Nothing was kept.") }
    return .message("Deleted \(gone.whole.words).")
  }
}
