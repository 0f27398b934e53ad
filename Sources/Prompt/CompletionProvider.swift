/// Offers that are words: commands, options, choices, days, names.
import CommandHistory
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import TerminalKit

extension PromptAssistant {
  /// Everything but files that may stand at a place, in the order of the grammar.
  func words(at site: CompletionSite) -> [CompletionItem] {
    var offers: [CompletionItem] = []
    var isCommandSite = false
    for (index, offer) in site.offers.enumerated() {
      switch offer {
      case .command(let name, let summary):
        isCommandSite = true
        offers.append(command(name, summary.english, site))
      case .option(let facts) where site.typed.isEmpty || site.typed.hasPrefix("-"):
        let isProcess = ProcessOptions.all.contains { $0.facts == facts }
        offers += options(facts, kind: isProcess ? 9 : 8)
      case .value(let facts) where index == 0: offers += values(of: facts, at: site)
      case .option, .value, .variable: break
      }
    }
    guard isCommandSite else { return offers }
    if site.command == nil, site.arguments.isEmpty {
      offers += snapshot.aliases.names.map { CompletionItem($0, snapshot.aliases[$0] ?? "") }
    }
    let uses = uses
    return offers.map { offer in
      var offer = offer
      offer.uses = uses[offer.text] ?? 0
      return offer
    }
  }

  /// A command by its main name, or by the other one that is being typed.
  private func command(_ name: String, _ summary: String, _ site: CompletionSite) -> CompletionItem
  {
    let match = FuzzyPattern(site.typed)
    let isMain = match.isEmpty || match.rank(in: FuzzyText(name)) != nil
    let spec = isMain ? nil : snapshot.parser.commands.first { $0.name == name }
    let other = spec?.aliases.first { match.rank(in: FuzzyText($0)) != nil }
    return CompletionItem(other ?? name, summary.isEmpty ? seconds(of: name) : summary)
  }

  /// The second words of commands that begin with a word.
  private func seconds(of name: String) -> String {
    snapshot.parser.commands.filter { $0.name.hasPrefix(name + " ") }
      .map { $0.name.dropFirst(name.count + 1) }.joined(separator: ", ")
  }

  private func options(_ facts: ParameterFacts, kind: Int) -> [CompletionItem] {
    let offer = CompletionItem(facts.shown, .option(facts), kind: kind)
    guard facts.showsBothForms else { return [offer] }
    return [offer, CompletionItem("--no-\(facts.name)", .option(facts), kind: kind)]
  }

  private func values(of facts: ParameterFacts, at site: CompletionSite) -> [CompletionItem] {
    switch facts.completion {
    case .choice(let words): words.map { CompletionItem($0) }
    case .listing: listings(at: site)
    case .code: codes(prefix: "")
    case .shop: memory.offers(.sellers, sellers)
    case .market:
      snapshot.places.map { place in
        CompletionItem(
          place.name, UntrustedText([place.url, place.shop ?? ""].joined(separator: "  ")).line)
      }
    case .command: snapshot.parser.commands.map { CompletionItem($0.name, $0.summary.english) }
    case .variable:
      snapshot.variables.names.map {
        CompletionItem($0, UntrustedText(snapshot.variables[$0] ?? "").line)
      }
    case .currency: memory.offers(.currencies, currencies)
    case .date: days()
    case .none: special(facts, at: site)
    case .file, .photo, .directory, .batch: []
    }
  }

  /// Values whose kind depends on the command or on the word before.
  private func special(_ facts: ParameterFacts, at site: CompletionSite) -> [CompletionItem] {
    if facts == ProcessOptions.fields.facts {
      let spec = site.command.flatMap(snapshot.parser.command(named:))
      return (spec?.fields ?? []).map { CompletionItem($0) }
    }
    guard facts.role == .settingValue, site.arguments.count == 1,
      let setting = Setting(rawValue: site.arguments[0].lowercased())
    else { return [] }
    let words =
      switch setting {
      case .sort: ListingSort.Key.allCases.map(\.rawValue)
      case .currency: currencies().map(\.text)
      case .locale, .perPage: ["auto"]
      case .pager: ["auto", "off"]
      default: setting.choices
      }
    return (words + ["default"]).map { word in
      CompletionItem(
        word, word == setting.standard ? "as usual" : word == "default" ? "as usual again" : "")
    }
  }

  private func currencies() -> [CompletionItem] {
    var codes = ["KRW", "USD", "JPY", "EUR", "CNY", "GBP"]
    for row in snapshot.shown.rows {
      if let code = row.price?.currency.rawValue, !codes.contains(code), codes.count < 50 {
        codes.append(code)
      }
    }
    return codes.map { CompletionItem($0) }
  }

  /// Days with the date that they mean today.
  private func days() -> [CompletionItem] {
    let words = [
      "today", "yesterday", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "7d", "30d",
    ]
    let today = CalendarDay(of: snapshot.context.now, in: snapshot.context.timeZone)
    return words.map { word in
      CompletionItem(word, (try? DateReader.read(word, today: today))?.description ?? "")
    }
  }

  private func sellers() -> [CompletionItem] {
    var seen: Set<String> = []
    return snapshot.shown.rows.compactMap(\.seller).filter { seen.insert($0).inserted }.sorted()
      .map { CompletionItem($0) }
  }

  /// How often each command was used lately.
  private var uses: [String: Int] {
    memory.uses {
      snapshot.history.suffix(1000).reduce(into: [:]) { uses, entry in
        let first = entry.line.prefix { $0 != " " && $0 != "\n" }
        uses[String(first), default: 0] += 1
      }
    }
  }
}
