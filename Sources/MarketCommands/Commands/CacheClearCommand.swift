/// `cache clear`: forgets what is kept of markets on this machine.
import CommandLanguage
import MarketRender

enum CacheClearCommand: Command {
  static let spec = CommandSpec(
    "cache clear", group: .market, summary: "Delete the kept pictures and answers",
    discussion: """
      They come again from the market when they are shown. Until then nothing is shown of a market \
      that cannot be reached.
      """,
    examples: ["cache clear"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let folder = session.cacheFolder
    session.answerKeeper.forget()
    await session.settleKept()
    let gone = await onOwnThread { folder.clear() }
    session.pictureDesk.doubt(at: session.environment.now())
    guard gone.files > 0 else { return .message("Nothing was kept.") }
    let files = gone.files == 1 ? "1 file" : "\(gone.files) files"
    return .message("Deleted \(files), \(ByteText.words(Int64(gone.bytes))).")
  }
}
