import CommandLanguage
import Formatting
import FullScreen
import MarketRender
import MarketWire
import Messages
import SellerSession

// The forms and the drafts of the window.
extension BrowseCommand {
  static func drafts(in context: CommandContext) throws -> [BrowseDraft] {
    let dates = context.dates
    return try DraftStore(context.market).all().map { draft in
      BrowseDraft(
        name: draft.name, listing: draft.listing?.id, title: draft.title,
        price: draft.values["price"]?.first, photoCount: draft.values["image"]?.count ?? 0,
        time: dates.since(moment: draft.savedAt))
    }
  }

  /// Shows a form, and does what it says. Returns what became of it, errors too.
  static func fill(_ form: BrowseForm, in context: CommandContext) async throws -> Message? {
    do {
      let output =
        switch form {
        case .add(nil): try await fill(AddCommand.self, [], in: context)
        case .add(let draft?): try await fill(AddCommand.self, ["--draft", draft], in: context)
        case .edit(let id): try await fill(EditCommand.self, [String(id)], in: context)
        }
      return message(of: output)
    } catch let error as CancellationError {
      throw error
    } catch {
      return ErrorReport(error, at: try? context.market.profile()).message
    }
  }

  private static func fill(
    _ command: any Command.Type, _ words: [String], in context: CommandContext
  ) async throws -> Output {
    let parsed = BrowseOperations.parsed(command, words, in: context)
    switch try await command.complete(parsed.input, in: context) {
    case .run(let input)?:
      let line = context.memory.takeFilled()
      let output = try await command.run(input, in: context)
      context.remember(output)
      if let line, context.scope.mode == .prompt { context.memory.record(performed: line) }
      return output
    case .left(let output)?: return output
    case nil:
      _ = try parsed.checked()
      return .none
    }
  }

  private static func message(of output: Output) -> Message? {
    switch output {
    case .change(let change): message(of: change)
    case .changes(let changes): changes.first.map(message)
    case .reply(let reply): reply.text
    default: nil
    }
  }

  private static func message(of change: ListingChange) -> Message {
    let (id, name) = (change.row.product.id, change.row.product.name)
    return change.action == .added
      ? "Added \(id) \(name). \(command: "u") removes it again."
      : "Changed \(id) \(name). \(command: "u") takes it back."
  }
}

extension CommandContext {
  /// Where `browse` was left for the prompt, once.
  func takeBrowsePlace() -> BrowsePlace? {
    guard scope.mode == .prompt, let key = try? market.profile().key else { return nil }
    return listings.browser.takePlace(in: key)
  }

  func remember(_ place: BrowsePlace) {
    if let key = try? market.profile().key { listings.browser.record(place, in: key) }
  }
}
