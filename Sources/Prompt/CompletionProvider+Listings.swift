/// Offers that are listings: by id, by words of the name, by code.
import CommandLanguage
import MarketRender
import Notebook
import TerminalKit

extension PromptAssistant {
  /// Listings that may be meant; a command that writes is offered own ones only.
  func listings(at site: CompletionSite) -> [CompletionItem] {
    if site.typed.hasPrefix("@") { return targets(at: site) }
    let isWrite = site.command.flatMap(snapshot.parser.command(named:))?.group == .sell
    let given = site.arguments.compactMap { Int($0) }
    var offers = memory.offers(isWrite ? .ownListings : .listings) { rows(ownOnly: isWrite) }
    if !given.isEmpty {
      offers.removeAll { offer in
        guard case .listing(let index) = offer.look else { return false }
        return given.contains(snapshot.shown.rows[index].id)
      }
    }
    return offers + (site.typed.isEmpty ? codes(prefix: "@") : [])
  }

  private func rows(ownOnly: Bool) -> [CompletionItem] {
    let rows = snapshot.shown.rows
    var offers: [CompletionItem] = []
    offers.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() where row.isOwn || !ownOnly {
      offers.append(
        CompletionItem(String(row.id), .listing(index), match: row.match, kind: row.isOwn ? 1 : 2))
    }
    return offers
  }

  /// Codes, and the names that only a prompt has.
  private func targets(at site: CompletionSite) -> [CompletionItem] {
    var offers = codes(prefix: "@").filter { !site.arguments.contains($0.text) }
    if snapshot.hasLast { offers.append(CompletionItem("@last", "added last here", kind: 4)) }
    if snapshot.hasPage {
      offers.append(CompletionItem("@page", "the page on the screen", kind: 4))
    }
    return offers
  }

  /// The seller's codes, each with what is known of its listing. They are found by its name, too.
  func codes(prefix: String) -> [CompletionItem] {
    memory.offers(prefix.isEmpty ? .codes : .targets) {
      let rows = snapshot.shown.rows
      let places = Dictionary(rows.indices.map { (rows[$0].id, $0) }) { first, _ in first }
      return snapshot.codes.map { code in
        let place = places[code.listing]
        let text = prefix + code.code
        return CompletionItem(
          text, .code(place), or: place.map { FuzzyText(prefix + rows[$0].name) }, kind: 3)
      }
    }
  }
}
