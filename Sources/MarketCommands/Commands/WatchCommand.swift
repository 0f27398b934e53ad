import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession
import TerminalKit

enum WatchCommand: Command {
  static let every = Option<Seconds>(
    "every", help: "the time between two rounds, at least a second, such as 30s or 5m",
    default: Seconds(.seconds(30)),
    // A shorter time would only burden the market.
    check: { (time) throws(ValueProblem) in
      if time.duration < .seconds(1) { throw .outOfRange("1", "86400") }
    })
  static let exec = Option<Text?>(
    "exec", help: "a command for sh that gets each changed listing as JSON on its standard input",
    valueName: "command")
  static let exitOnChange = Flag("exit-on-change", help: "stop after the first round with a change")

  /// The filters of the market's own listings.
  private static let filters = FilterOptions.looking(without: [
    FilterOptions.starred, FilterOptions.changed,
  ])

  static let spec = CommandSpec(
    "watch", aliases: ["지켜보기"], group: .look, summary: "Announce listings as they change",
    discussion: """
      New, changed, sold-out and removed listings are announced with a bell, and with a desktop \
      notification in terminals that have them. Ctrl-C stops. A market that cannot be reached is \
      asked again until it answers. A market without revisions has to send its whole list each \
      time, so choose a longer time for a large one. In --exec, nothing of a listing is part of \
      the command line.
      """,
    effect: .reads, traits: [.isNotForFiles], fields: WatchEvents.keys,
    grammar: filters + [every, exec, exitOnChange], rules: FilterOptions.lookingRules,
    examples: ["watch --mine --every 1m", "watch --search mug --exit-on-change"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let filter = try await FilterOptions.filter(input, in: context.listings)
    let watch = try await MarketWatch(filter, in: context.listings)
    let count = Message(
      count: watch.count, one: "Watching 1 listing", other: "Watching \(watch.count) listings")
    let interval = input[every]
    context.console.report("\(count), every \(formatted: interval.description) s. Ctrl-C stops.")
    let (start, command, stops) = (watch, input[exec]?.value, input[exitOnChange])
    return .events(
      EventStream(keys: WatchEvents.keys) { take in
        var current = start
        var isLost = false
        while true {
          try await context.environment.client.clock.sleep(interval.duration)
          let changes: [MarketWatch.Change]
          do {
            changes = try await current.nextChanges()
          } catch let error as ClientError {
            try Task.checkCancellation()
            if !isLost { context.reportLost(error) }
            isLost = true
            continue
          }
          if isLost { context.console.report("The market answers again.") }
          isLost = false
          try await context.announce(changes, command, take)
          if stops, !changes.isEmpty { return }
        }
      })
  }
}

enum WatchEvents {
  static let keys = [
    "time", "change", "id", "code", "name", "currency", "price", "discount", "sale_price", "stock",
    "shop", "created_at", "thumbnail",
  ]

  static func event(
    _ change: MarketWatch.Change, code: String?, at date: WireDate, _ money: MoneyText
  ) -> EventStream.Event {
    let product = change.product
    var object: JSONObject = [
      "time": .string(date.exactText), "change": .string(change.words),
      "id": .integer(product.id),
    ]
    object["code"] = code.map(JSON.string)
    object["name"] = .string(product.name)
    object["currency"] = product.currency.map { .string($0.rawValue) }
    object["price"] = product.price.map { .decimal($0.amount) }
    object["discount"] = product.discount.map { .decimal($0.amount) }
    object["sale_price"] = product.salePrice.map { .decimal($0.amount) }
    object["stock"] = product.stock.map(JSON.integer)
    object["shop"] = product.vendor.name.map(JSON.string)
    object["created_at"] = (product.createdAtExact ?? product.createdAt).map {
      .string($0.exactText)
    }
    object["thumbnail"] = product.thumbnail.map(JSON.string)
    return EventStream.Event(date: date, text: text(change, money), object: object)
  }

  /// `236 Oak mug: price down to ₩11,000 from ₩12,000, sold out`.
  private static func text(_ change: MarketWatch.Change, _ money: MoneyText) -> Message {
    let product = change.product
    let listing: Message = "\("\(product.id)", .strong) \(product.name)"
    if change.isGone { return "\(listing): \("gone", .failure)" }
    if change.updates == [.added] {
      guard let price = product.salePrice ?? product.price else { return "\(listing): new" }
      return "\(listing): new, \(formatted: money.text(price))"
    }
    return "\(listing): \(Message.list(change.updates.map { text($0, money) }))"
  }

  private static func text(_ update: ListingUpdate, _ money: MoneyText) -> Message {
    switch update {
    case .added: return "new"
    case .soldOut: return "\("sold out", .failure)"
    case .restocked(let count): return "restocked, \(count) left"
    case .edited: return "edited"
    case .price(let old, let new):
      let (from, to) = (money.text(old), money.text(new))
      guard old.currency == new.currency else {
        return "price \(formatted: from) → \(formatted: to)"
      }
      return new.amount > old.amount
        ? "price up, \(formatted: from) → \(formatted: to)"
        : "price down, \(formatted: from) → \(formatted: to)"
    }
  }
}

extension CommandContext {
  /// Writes events, rings the bell, and runs the seller's command for each.
  fileprivate func announce(
    _ changes: [MarketWatch.Change], _ command: String?,
    _ take: (EventStream.Event) async throws -> Void
  ) async throws {
    guard !changes.isEmpty else { return }
    let codes = market.codes()
    for change in changes {
      try Task.checkCancellation()
      let event = WatchEvents.event(
        change, code: codes[change.product.id], at: environment.now(), money)
      try await take(event)
      notify(event)
      if let command { await run(command, event) }
    }
  }

  /// Rings the bell, and shows a desktop notification if the terminal has them (OSC 9).
  private func notify(_ event: EventStream.Event) {
    let out = console.capabilities(of: .output)
    guard out.isTerminal, options.format?.isForPeople ?? true else { return }
    var text = "\u{7}"
    if out.escapes, TerminalNotification.isSupported(environment.variables) {
      text += TerminalNotification.sequence(console.text(event.text))
    }
    try? environment.terminal.write(text, to: .output)
  }

  private func run(_ command: String, _ event: EventStream.Event) async {
    let request = ProgramRequest(
      command, input: JSON.object(event.object).text() + "\n", in: environment)
    let code = await environment.execute(request)
    guard code != 0 else { return }
    let outcome: Message = code.map { "exit code \(Int($0))" } ?? "it could not be run"
    console.report("The command of \(command: "--exec") failed: \(outcome).")
  }

  fileprivate func reportLost(_ error: ClientError) {
    let report = ErrorReport(error, at: try? market.profile())
    console.report("\(report.message). Trying again.")
  }
}
