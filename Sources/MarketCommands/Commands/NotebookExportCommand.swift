import Base
import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum NotebookExportCommand: Command {
  static let file = Argument<FilePath>("file", help: "the file to write")
  static let yes = Flag("yes", short: "y", help: "overwrite an existing file")

  static let spec = CommandSpec(
    "notebook export", aliases: ["수첩 내보내기"], group: .keep, summary: "Save the notebook to a file",
    discussion: """
      The file is JSON with the codes, stars, notes and searches of the current market and \
      account, without any secret. notebook import reads it on another machine.
      """,
    effect: .writesFiles, grammar: [file, yes], examples: ["notebook export notebook.json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let path = try context.files.path(of: input[file])
    let name = input[file].text
    let content = try content(in: context)
    guard !content.isEmpty else {
      return .nothing(
        EmptyState(
          reason: "Your notebook of this market is empty.", lead: "Star a listing", try: "star 12"))
    }
    try NewFile.write(
      Array((content.json.text(indented: true) + "\n").utf8), to: path, named: name,
      replacing: input[yes])
    return .reply(
      Message(
        count: content.entries.count, one: "Saved the notebook with 1 listing in \(name).",
        other: "Saved the notebook with \(content.entries.count) listings in \(name)."))
  }

  private static func content(in context: CommandContext) throws -> NotebookFile {
    let profile = try context.market.profile()
    let account = profile.notebookAccount
    let notebook = context.market.notebook
    var content = NotebookFile(market: profile.url)
    for code in try notebook.codes(for: account) { content.codes[code.listing] = code.code }
    content.entries = try notebook.entries(for: account).values.sorted { $0.listing < $1.listing }
    content.searches = try notebook.searches(for: account)
    return content
  }
}
