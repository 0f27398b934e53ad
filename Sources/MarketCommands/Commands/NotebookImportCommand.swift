import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession

enum NotebookImportCommand: Command {
  static let file = Argument<FilePath>("file", help: "a file of notebook export")

  static let spec = CommandSpec(
    "notebook import", aliases: ["수첩 가져오기"], group: .keep,
    summary: "Add a saved notebook to this one",
    discussion: """
      Adds what is missing and replaces nothing: importing a file twice changes nothing, and a \
      code that another listing has stays there. The file must be of the same market.
      """,
    effect: .writesFiles, grammar: [file], examples: ["notebook import notebook.json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let content = try read(input[file], in: context)
    let profile = try context.market.profile()
    guard content.market == profile.url else {
      throw SellerError.file(
        path: input[file].text,
        reason: "it is the notebook of \(content.market), not of \(profile.name)")
    }
    let account = profile.notebookAccount
    let notebook = context.market.notebook
    let known = try notebook.entries(for: account)
    var counts = (stars: 0, notes: 0, codes: 0)
    var taken: [String] = []
    for entry in content.entries {
      let name = known[entry.listing]?.name ?? entry.name
      if let date = entry.starred, known[entry.listing]?.starred == nil {
        try notebook.star(entry.listing, named: name, at: date, for: account)
        counts.stars += 1
      }
      for note in entry.notes {
        let isNew = try notebook.add(note, to: entry.listing, named: name, for: account)
        counts.notes += isNew ? 1 : 0
      }
      if let gone = entry.gone, known[entry.listing] == nil {
        try notebook.record(existing: [:], gone: [entry.listing], at: gone, for: account)
      }
    }
    for (listing, code) in content.codes.sorted(by: { $0.key < $1.key }) {
      let holder = try notebook.listing(of: code, for: account)
      if holder == listing { continue }
      guard holder == nil, try notebook.code(of: listing, for: account) == nil else {
        taken.append(code)
        continue
      }
      try notebook.assign(code, to: listing, for: account)
      counts.codes += 1
    }
    for search in content.searches { try notebook.record(search, for: account) }
    return .reply(answer(counts, taken))
  }

  private static func read(_ file: FilePath, in context: CommandContext) throws -> NotebookFile {
    let path = try context.files.path(of: file)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SellerError.file(
        path: file.text, reason: context.files.unreadable(file.text, at: path))
    }
    guard let json = try? JSON(parsing: Array(data)), let content = NotebookFile(json) else {
      throw SellerError.file(path: file.text, reason: "it is not a file of notebook export")
    }
    return content
  }

  private static func answer(
    _ counts: (stars: Int, notes: Int, codes: Int), _ taken: [String]
  ) -> Reply {
    let stars = Message(count: counts.stars, one: "1 star", other: "\(counts.stars) stars")
    let notes = Message(count: counts.notes, one: "1 note", other: "\(counts.notes) notes")
    let codes = Message(count: counts.codes, one: "1 code", other: "\(counts.codes) codes")
    let added: Message = "Added \(Message.list([stars, notes, codes], .and))."
    let rest: Message? =
      taken.isEmpty
      ? nil
      : "Not added, because the code or the listing has another: \(Message.list(taken.map { "@\($0)" }))."
    let facts: JSONObject = [
      "stars": .integer(counts.stars), "notes": .integer(counts.notes),
      "codes": .integer(counts.codes), "codes_taken": .array(taken.map(JSON.string)),
    ]
    return Reply(.list([added] + (rest.map { [$0] } ?? []), .sentences), facts: facts)
  }
}
