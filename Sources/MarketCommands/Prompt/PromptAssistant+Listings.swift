/// Offers that are listings: by id, by words of the name, by code.
import CommandLanguage
import MarketRender
import Notebook
import TerminalKit

extension PromptAssistant {
  /// Listings that may be meant; a command that writes is offered own ones only.
  func listings(at site: CompletionSite) -> [Offer] {
    if site.typed.hasPrefix("@") { return targets(at: site) }
    let isWrite = site.command.flatMap(snapshot.parser.command(named:))?.group == .sell
    let given = Set(site.arguments)
    let isNumber = site.typed.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if given.isEmpty, !site.typed.isEmpty, !isNumber {
      return memory.listings(ownOnly: isWrite) { rows(isWrite, site, given, isNumber) }
    }
    return rows(isWrite, site, given, isNumber) + (site.typed.isEmpty ? codes(prefix: "@") : [])
  }

  private func rows(
    _ isWrite: Bool, _ site: CompletionSite, _ given: Set<String>, _ isNumber: Bool
  ) -> [Offer] {
    var offers: [Offer] = []
    offers.reserveCapacity(snapshot.shown.rows.count)
    for row in snapshot.shown.rows where row.isOwn || !isWrite {
      let id = "\(row.id)"
      guard !given.contains(id) else { continue }
      // A number is an id from its start; digits of names are found as well.
      let matches = isNumber && id.hasPrefix(site.typed) ? [MatchText(id), row.match] : [row.match]
      offers.append(
        Offer(
          id, .listing(row), matches: matches,
          kind: matches.count > 1 || site.typed.isEmpty ? 0 : row.isOwn ? 1 : 2))
    }
    return offers
  }

  /// Codes, and the names that only a prompt has.
  private func targets(at site: CompletionSite) -> [Offer] {
    var offers = codes(prefix: "@").filter { !site.arguments.contains($0.text) }
    if snapshot.hasLast { offers.append(Offer("@last", "added last here", kind: 4)) }
    if snapshot.hasPage { offers.append(Offer("@page", "the page on the screen", kind: 4)) }
    return offers
  }

  /// The seller's codes, each with what is known of its listing. They are found by its name, too.
  func codes(prefix: String) -> [Offer] {
    let rows = Dictionary(snapshot.shown.rows.map { ($0.id, $0) }) { first, _ in first }
    return snapshot.codes.map { code in
      let row = rows[code.listing]
      let text = prefix + code.code
      let matches = [MatchText(text)] + (row.map { [MatchText(prefix + $0.name)] } ?? [])
      return Offer(text, .code(text, row), matches: matches, kind: 3)
    }
  }
}
