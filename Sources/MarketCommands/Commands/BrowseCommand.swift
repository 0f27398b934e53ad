import Batches
import CommandLanguage
import Formatting
import FullScreen
import ListingChanges
import MarketRender
import MarketWire
import Messages
import ScreenPictures
import SellerSession
import TerminalKit

enum BrowseCommand: Command {
  static let spec = CommandSpec(
    "browse", aliases: ["둘러보기"], group: .look, summary: "Show the market in the whole window",
    discussion: """
      Lists and listings with their pictures, moved through with the keys; `?` shows all keys. \
      Where the terminal cannot do this, `browse` is `list`. --sheet, or the key `i` in the list \
      Mine, opens your listings as a sheet: cells are changed in place, kept until you send them, \
      and sent as one batch that `undo` takes back.
      """,
    effect: .reads, traits: .isNotForFiles, fields: ListingField.keys,
    grammar: [sheet] + FilterOptions.looking, rules: FilterOptions.lookingRules,
    examples: ["browse", "browse --mine", "browse --sheet", "browse --search mug"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    var filter = try await FilterOptions.filter(input, in: context.listings)
    if input[sheet] { filter.isMine = true }
    if input[sheet], context.hasWholeWindow {
      var query = ListQuery(filter: filter, perPage: 100)
      query.sort = context.listings.sort
      let list = BrowsePlace.List(query: query, rows: [:], total: nil, own: nil, cursor: 0, top: 0)
      return try await showSheet(list, in: context).map { .reply($0) } ?? .none
    }
    guard context.hasWholeWindow else { return try await context.list(filter) }
    let window = await WindowContext(withPictures: context)
    var place = filter == ListQuery.Filter() ? context.takeBrowsePlace() : nil
    var status: Message?
    while true {
      let left = try await BrowseWindow(window, host: BrowseOperations(context: context))
        .run(filter, from: place, saying: status)
      place = left.place
      switch left.end {
      case .quit: return .none
      case .form(let form): status = try await fill(form, in: context)
      case .sheet:
        if let list = left.place.lists[left.place.tab] {
          status = try await showSheet(list, marked: left.place.marked, in: context)
        }
      case .prompt(let text): return leave(text, at: left.place, in: context)
      }
    }
  }

  /// Puts a text into the prompt; the next `browse` comes back to this place.
  private static func leave(
    _ text: String, at place: BrowsePlace, in context: CommandContext
  ) -> Output {
    guard context.scope.mode == .prompt else {
      let words = text.split(separator: " ").joined(separator: " ")
      return .reply(
        Reply("This is typed at a prompt or in the shell.", try: words.isEmpty ? [] : [words]))
    }
    context.remember(place)
    context.console.report("\(command: spec.name) comes back to this place.")
    // The cursor is before the targets, where the command is typed.
    let end = text.hasPrefix(" ") ? "\u{1B}[H" : ""
    context.environment.terminal.putBack(Array((text + end).utf8))
    return .none
  }
}

/// What the window does with the market.
struct BrowseOperations: BrowseHost {
  let context: CommandContext

  func recordSearch(_ words: String) { context.recordSearch(words) }

  func drafts() throws -> [BrowseDraft] { try BrowseCommand.drafts(in: context) }

  /// Carries out a change that was confirmed in the window, and says what was done.
  func perform(_ action: BrowseAction) async throws -> Message {
    let context = context.withoutQuestions
    switch action {
    case .remove(let ids):
      _ = try await run(RemoveCommand.self, ids.map(String.init) + ["--yes"], in: context)
      return ids.count == 1
        ? "Removed listing \(ids[0]). \(command: "u") brings it back."
        : "Removed \(ids.count) listings. \(command: "u") brings them back."
    case .undo(let undo):
      let terms = WriteTerms(isAnswered: true)
      let output = try await UndoCommand.undo(batch: undo.batch, terms, named: "undo", in: context)
      guard output != nil else { throw BatchError.nothingToUndo(listing: nil) }
      return "Undone: \(undo.title)"
    case .star(let ids):
      _ = try await run(StarCommand.self, ids.map(String.init), in: context)
      return Message(
        count: ids.count, one: "Starred 1 listing.", other: "Starred \(ids.count) listings.")
    case .unstar(let ids):
      _ = try await run(UnstarCommand.self, ids.map(String.init), in: context)
      return Message(
        count: ids.count, one: "Took 1 star away.", other: "Took \(ids.count) stars away.")
    case .note(let id, let text):
      _ = try await run(NoteCommand.self, [String(id), "--", text], in: context)
      return "Saved the note on listing \(id)."
    case .removeDraft(let name):
      try DraftStore(context.market).remove(name)
      return "Deleted the draft \(name)."
    }
  }

  /// The last change, if it is of one listing and was made in this shell.
  func findUndo() throws -> BrowseUndo? {
    let journal = context.market.journal
    guard let last = try journal.changes(try context.undoableFilter(limit: 1)).first else {
      throw BatchError.nothingToUndo(listing: nil)
    }
    let filter = try context.undoableFilter(ofBatch: last.batch.id, limit: 2)
    let isSingle = try journal.changes(filter).count == 1
    guard isSingle, context.memory.ownBatches.contains(last.batch.id) else { return nil }
    let time = context.dates.since(moment: WireDate(last.batch.plan.plannedAt))
    let command = last.batch.plan.command.replacing(" --yes", with: "")
    return BrowseUndo(batch: last.batch.id, title: "\(command: command) (\(time))")
  }

  private func run(
    _ command: any Command.Type, _ words: [String], in context: CommandContext
  ) async throws -> Output {
    try await command.run(try Self.parsed(command, words, in: context).checked().input, in: context)
  }

  static func parsed(
    _ command: any Command.Type, _ words: [String], in context: CommandContext
  ) -> Parsed {
    context.shell.parser.parse(
      Word.words(arguments: [command.spec.name] + words), in: context.settings.readingContext)
  }
}
