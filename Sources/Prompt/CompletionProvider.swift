import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerFiles
import TerminalKit

/// Collects what the grammar allows at a place of the line, before it is matched against the typed
/// word.
struct CompletionProvider: Sendable {
  /// The order of kinds of items that match equally well; see `CompletionItem.priority`.
  enum Priority {
    static let ownListing = 1
    static let otherListing = 2
    static let code = 3
    static let specialTarget = 4
    static let option = 8
    static let programOption = 9
  }

  let snapshot: PromptSnapshot
  let files: FileMetadataCache
  let cache: AssistantCache

  /// Everything but files and variables, in the order of the grammar.
  func words(at site: CompletionSite) -> [CompletionItem] {
    var items: [CompletionItem] = []
    var isCommandSite = false
    for (index, offer) in site.offers.enumerated() {
      switch offer {
      case .command(let name, let summary):
        isCommandSite = true
        items.append(command(name, summary, site))
      case .option(let facts) where site.typed.isEmpty || site.typed.hasPrefix("-"):
        items += options(facts, site)
      case .value(let facts) where index == 0: items += values(of: facts, at: site)
      case .option, .value, .variable: break
      }
    }
    guard isCommandSite else { return items }
    if site.command == nil, site.arguments.isEmpty {
      items += snapshot.aliases.names.map { CompletionItem($0, snapshot.aliases[$0] ?? "") }
    }
    let useCounts = useCounts
    return items.map { item in
      var item = item
      item.useCount = useCounts[item.text] ?? 0
      return item
    }
  }

  func variables() -> [CompletionItem] {
    snapshot.variables.names.map { name in
      CompletionItem("$\(name)", .variable(value: value(of: name)), match: FuzzyText(name))
    }
  }

  func text(_ message: Message) -> String { message.text(in: snapshot.catalog) }

  private func value(of variable: String) -> String {
    UntrustedText(snapshot.variables[variable] ?? "").line
  }
}

// Commands and options.
extension CompletionProvider {
  /// Whether names are offered in Korean: for a Korean word, and in Korean until a letter is typed.
  private func wantsKorean(_ site: CompletionSite) -> Bool {
    site.typed.unicodeScalars.contains { $0.value > 0x7F }
      || (snapshot.catalog.language == "ko" && site.typed.allSatisfy { $0 == "-" })
  }

  /// One of two names, the Korean one if it is wanted and fits what was typed.
  private func name(_ english: String, or korean: String?, at site: CompletionSite) -> String {
    guard let korean, wantsKorean(site) else { return english }
    let typed = FuzzyPattern(site.typed)
    return typed.isEmpty || typed.rank(in: FuzzyText(korean)) != nil ? korean : english
  }

  /// The Korean name of a command, or of the first word of commands.
  private func koreanName(of name: String) -> String? {
    let commands = snapshot.parser.commands
    if let spec = commands.first(where: { $0.name == name }) { return spec.koreanName }
    return commands.first { $0.name.hasPrefix(name + " ") }?.koreanName.map {
      String($0.prefix { $0 != " " })
    }
  }

  /// A command by its main name, or by the alias that matches the typed word if only that does.
  private func command(
    _ name: String, _ summary: Message, _ site: CompletionSite
  ) -> CompletionItem {
    let isFirst = site.command == nil && site.arguments.isEmpty
    let name = isFirst ? self.name(name, or: koreanName(of: name), at: site) : name
    let typed = FuzzyPattern(site.typed)
    let matchesName = typed.isEmpty || typed.rank(in: FuzzyText(name)) != nil
    let spec = matchesName ? nil : snapshot.parser.commands.first { $0.name == name }
    let alias = spec?.aliases.first { typed.rank(in: FuzzyText($0)) != nil }
    return CompletionItem(alias ?? name, summary.isEmpty ? subcommands(of: name) : text(summary))
  }

  /// `add, list, reset` for `account`.
  private func subcommands(of name: String) -> String {
    snapshot.parser.commands.flatMap { [$0.name] + $0.aliases }
      .filter { $0.hasPrefix(name + " ") }
      .map { $0.dropFirst(name.count + 1) }.joined(separator: ", ")
  }

  private func options(_ facts: ParameterFacts, _ site: CompletionSite) -> [CompletionItem] {
    let isProgramOption = snapshot.parser.process.contains { $0.facts == facts }
    let priority = isProgramOption ? Priority.programOption : Priority.option
    let name = name(facts.shown, or: facts.koreanName.map { "--\($0)" }, at: site)
    let item = CompletionItem(name, .option(facts), priority: priority)
    guard facts.showsBothForms, name == facts.shown else { return [item] }
    return [item, CompletionItem("--no-\(facts.name)", .option(facts), priority: priority)]
  }

  /// How often each command was used in the last 1000 lines.
  private var useCounts: [String: Int] {
    cache.useCounts {
      snapshot.history.suffix(1000).reduce(into: [:]) { counts, entry in
        let command = entry.line.prefix { $0 != " " && $0 != "\n" }
        counts[String(command), default: 0] += 1
      }
    }
  }
}

// Values.
extension CompletionProvider {
  private func values(of facts: ParameterFacts, at site: CompletionSite) -> [CompletionItem] {
    switch facts.completion {
    case .choice(let words): words.map { choice($0, at: site) }
    case .listing: listings(at: site)
    case .code: codes(prefix: "")
    case .draft:
      snapshot.drafts.filter { site.command != ($0.isChange ? "add" : "edit") }
        .map { CompletionItem($0.name, UntrustedText($0.title ?? "").line) }
    case .shop: cache.items(.shops, make: shops)
    case .market:
      snapshot.markets.map { market in
        let detail = [market.url, market.shop ?? ""].joined(separator: "  ")
        return CompletionItem(market.name, UntrustedText(detail).line)
      }
    case .helpSubject:
      snapshot.parser.commands.map {
        CompletionItem(name($0.name, or: $0.koreanName, at: site), text($0.summary))
      }
        + snapshot.helpTopics.map {
          CompletionItem(name($0.name, or: $0.koreanName, at: site), text($0.summary))
        }
    case .variable: snapshot.variables.names.map { CompletionItem($0, value(of: $0)) }
    case .currency: cache.items(.currencies, make: currencies)
    case .date: days(inKorean: wantsKorean(site))
    case .none where facts == snapshot.fieldsOption: fields(at: site)
    case .none where facts.role == .settingValue: settingValues(at: site)
    case .none, .file, .photo, .directory, .batch: []
    }
  }

  private func fields(at site: CompletionSite) -> [CompletionItem] {
    let spec = site.command.flatMap(snapshot.parser.command(named:))
    return (spec?.fields ?? []).map { CompletionItem($0) }
  }

  /// A word of a choice, with the English one beside its Korean name.
  private func choice(_ word: String, at site: CompletionSite, _ detail: String = "")
    -> CompletionItem
  {
    let name = name(word, or: KoreanNames.korean(word, among: [word]), at: site)
    return CompletionItem(name, name == word || !detail.isEmpty ? detail : word)
  }

  /// The values of the setting that the word before names.
  private func settingValues(at site: CompletionSite) -> [CompletionItem] {
    guard site.arguments.count == 1, let name = site.arguments.first?.lowercased(),
      let setting = snapshot.settings.first(where: {
        $0.name == KoreanNames.english(name, among: [$0.name])
      })
    else { return [] }
    let values: [String] =
      switch setting.values {
      case .choice(let words): words
      case .currency: currencies().map(\.text)
      default: []
      }
    return values.map { choice($0, at: site, $0 == setting.defaultValue ? text("default") : "") }
      + [choice("default", at: site, text("use the default again"))]
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

  /// Words for days, each with its date.
  private func days(inKorean: Bool) -> [CompletionItem] {
    let words =
      inKorean
      ? ["오늘", "어제", "월", "화", "수", "목", "금", "토", "일", "7일전", "30일전"]
      : ["today", "yesterday", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "7d", "30d"]
    let today = CalendarDay(of: snapshot.context.now, in: snapshot.context.timeZone)
    return words.map { word in
      CompletionItem(word, (try? DateReader.read(word, today: today))?.description ?? "")
    }
  }

  /// The shops of the listings shown.
  private func shops() -> [CompletionItem] {
    Set(snapshot.shown.rows.compactMap(\.shop)).sorted().map { CompletionItem($0) }
  }
}
