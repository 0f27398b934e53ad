/// `cache`: what is kept of markets on this machine.
import CommandLanguage
import MarketRender
import MarketWire
import TerminalKit

enum CacheCommand: Command {
  static let answers = AnswerShape.keys(["folder", "files", "bytes", "limit"])

  static let spec = CommandSpec(
    "cache", group: .market, summary: "Tell how much room the cache takes",
    discussion: """
      Pictures are kept for 7 days, then the market is asked whether they have changed; refresh \
      asks at once. Lists and listings that a market on the network answered are kept for a day, \
      and shown at a terminal, with their time, when it cannot be reached. What was not used for \
      longest makes room for what is new. set cache says how much room there is.
      """,
    examples: ["cache"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let folder = session.environment.paths.pictures
    let limit = session.taste.cacheLimit
    let kept = session.cacheFolder
    let tally = await onOwnThread { kept.tally() }
    return .record(
      Record([
        .init("folder", .text(folder)), .init("files", .integer(tally.files)),
        .init("bytes", size(tally.bytes)), .init("limit", .text(limit.text)),
      ]))
  }

  private static func size(_ bytes: Int) -> Cell {
    Cell(.integer(bytes), display: StyledText(ByteText.words(Int64(bytes))))
  }
}
