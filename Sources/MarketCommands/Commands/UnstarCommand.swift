import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum UnstarCommand: Command {
  static let listings = ListingTargets.required

  static let spec = CommandSpec(
    "unstar", aliases: ["별표해제"], group: .keep, summary: "Remove the stars of listings",
    discussion: "Notes stay. The market is not asked, so it works for removed listings, too.",
    effect: .writesFiles, grammar: [listings], examples: ["unstar 12"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let account = try context.market.notebookAccount()
    let notebook = context.market.notebook
    let starred = try notebook.entries(for: account).filter { $0.value.starred != nil }
    let targets = try await context.listings.read(input[listings])
    let ids = try context.listings.ids(of: targets).filter { starred[$0] != nil }
    for id in ids { try notebook.unstar(id, for: account) }
    let facts: JSONObject = ["unstarred": .array(ids.map(JSON.integer))]
    guard let id = ids.first else {
      return .reply(Reply("There was no star.", try: ["list --starred"], facts: facts))
    }
    guard ids.count == 1 else { return .reply(Reply("Removed \(ids.count) stars.", facts: facts)) }
    let name = starred[id]?.name ?? ""
    return .reply(Reply("\(id) \(name) is no longer starred.", facts: facts))
  }
}
