/// What may stand at the cursor, best first.
import CommandLanguage
import Foundation
public import LineEditor
import MarketRender
import TerminalKit

extension PromptAssistant {
  public func completion(of line: String, at cursor: Int) -> Completion? {
    guard line.utf8.count <= Self.longestLine else { return nil }
    if let proposal = snapshot.proposal, !line.contains(where: { !$0.isWhitespace }) {
      return proposed(proposal, instead: line)
    }
    var site = snapshot.parser.completionSite(in: line, at: cursor, aliases: snapshot.aliases)
    if site.typed.hasSuffix("$"), site.quote != .singleQuote { site = Self.variableSite(site) }
    var candidates: [Candidate] = []
    if site.offers.contains(.variable) {
      candidates = variables(site)
    } else if let facts = site.paths {
      candidates = paths(site, facts, in: line)
    }
    let list = site.list
    let words = words(at: site).ranked(by: list?.last ?? site.typed)
    candidates += words.map { candidate($0, site, behind: list?.before ?? "") }
    guard !candidates.isEmpty else { return nil }
    return Completion(range: site.range, candidates: Array(candidates.prefix(Array<Offer>.most)))
  }

  /// After an error Tab first offers what the error said to type instead.
  private func proposed(_ proposal: String, instead line: String) -> Completion {
    let site = snapshot.parser.completionSite(in: "", at: 0)
    let others = words(at: site).ranked(by: "").map { candidate($0, site, behind: "") }
    let first = Candidate(
      proposal, suffix: "",
      detail: StyledText("what the error proposes", snapshot.theme.quiet))
    return Completion(range: 0..<line.utf8.count, candidates: [first] + others)
  }

  /// A sign alone begins a variable as well.
  private static func variableSite(_ site: CompletionSite) -> CompletionSite {
    CompletionSite(
      typed: "", range: site.range.upperBound - 1..<site.range.upperBound, quote: site.quote,
      offers: [.variable], command: site.command, arguments: site.arguments)
  }

  private func variables(_ site: CompletionSite) -> [Candidate] {
    let offers = snapshot.variables.names.map { name in
      Offer(name, ForeignText(snapshot.variables[name] ?? "").line)
    }
    return offers.ranked(by: site.typed).map { offer in
      var named = offer
      named.text = "$\(offer.text)"
      return Candidate(
        named.text, suffix: site.quote == nil ? " " : "", label: StyledText(named.text),
        detail: detail(of: offer.look))
    }
  }

  private func candidate(
    _ offer: Offer, _ site: CompletionSite, behind before: String
  ) -> Candidate {
    let isCommand = site.command == nil && before.isEmpty && !site.offers.contains(where: \.isValue)
    let isWord =
      if case .option = offer.look { true } else { isCommand || offer.text.hasPrefix("--") }
    // A name of two words is two words of the line as well.
    let text =
      isWord || site.offersNames
      ? offer.text : WrittenOffer(quote: site.quote).word(for: before + offer.text)
    return Candidate(text, label: label(of: offer), detail: detail(of: offer.look))
  }

  private func label(of offer: Offer) -> StyledText {
    switch offer.look {
    case .option(let facts) where facts.form == .option:
      StyledText(offer.text) + StyledText(" <\(facts.valueName)>", snapshot.theme.quiet)
    case .listing(let listing):
      StyledText("\(listing.id)  ", snapshot.theme.quiet)
        + StyledText(ForeignText(listing.name).line)
    default: StyledText(ForeignText(offer.text).line)
    }
  }

  private func detail(of look: Offer.Look) -> StyledText {
    let theme = snapshot.theme
    switch look {
    case .word(let detail): return StyledText(detail, theme.quiet)
    case .option(let facts):
      return StyledText(facts.help + (facts.isRequired ? " (needed)" : ""), theme.quiet)
    case .listing(let listing): return StyledText(price(of: listing), theme.quiet)
    case .code(_, let listing):
      guard let listing else { return "" }
      let name = StyledText(ForeignText(listing.name).line)
      return name + StyledText("  " + price(of: listing), theme.quiet)
    case .file: return ""
    }
  }

  private func price(of listing: ShownListing) -> String {
    listing.price.map(snapshot.money.text) ?? ""
  }
}

extension CompletionSite.Offer {
  var isValue: Bool {
    guard case .value = self else { return false }
    return true
  }
}

extension CompletionSite {
  /// The parameter whose value is a path, where one is wanted.
  var paths: ParameterFacts? {
    guard case .value(let facts)? = offers.first,
      [.file, .photo, .directory].contains(facts.completion)
    else { return nil }
    return facts
  }

  /// Whether names of commands are values here.
  var offersNames: Bool {
    guard case .value(let facts)? = offers.first else { return false }
    return facts.completion == .command
  }

  /// What stands before the last comma and behind it, where several values make one word.
  var list: (before: String, last: String)? {
    guard case .value(let facts)? = offers.first, facts.isList else { return nil }
    guard let comma = typed.lastIndex(of: ",") else { return ("", typed) }
    return (String(typed[...comma]), String(typed[typed.index(after: comma)...]))
  }
}

extension ParameterFacts {
  /// Whether one word holds several values.
  var isList: Bool { valueName.hasSuffix(",…") || self == ProcessOptions.fields.facts }
}
