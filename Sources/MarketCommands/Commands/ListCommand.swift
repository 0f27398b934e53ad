/// `list`: a page of listings, newest first.
import CommandLanguage
import MarketRender
import MarketWire

enum ListCommand: Command {
  static let answers = AnswerShape.products

  static let page = Option<Count>("page", short: "p", help: "which page, from 1", default: Count(1))
  static let perPage = Option<Count?>(
    "per-page", help: "listings a page, at most 1,000", check: Count.within(1...1000))
  static let limit = Option<Count?>(
    "limit", help: "the same as --per-page", check: Count.within(1...1000))
  static let search = Option<Text?>(
    "search", short: "s", help: "part of a name, in any case of letters", valueName: "word")
  static let mine = Flag("mine", short: "m", help: "your own listings only")

  static let spec = CommandSpec(
    "list", aliases: ["ls", "목록"], group: .look, summary: "List listings, newest first",
    discussion: """
      At the prompt next, prev and page N go on with the last list. --search looks into the names \
      of listings and of shops; with --mine into the names of your listings only.
      """,
    grammar: [page, perPage, limit, search, mine], rules: [.atMostOne([perPage, limit])],
    examples: ["list --page 2", "list --mine --search mug", "list --per-page 50 --json"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let request = ListRequest(
      page: input[page].value, perPage: (input[perPage] ?? input[limit])?.value ?? 20,
      search: input[search]?.value, isMine: input[mine])
    return try await session.list(request)
  }
}
