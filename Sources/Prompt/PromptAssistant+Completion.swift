/// What may stand at the cursor, best first.
import CommandLanguage
public import LineEditor
import Messages
import TerminalKit

extension PromptAssistant {
  public func completion(of line: String, at cursor: Int) -> Completion? {
    guard line.utf8.count <= Self.longestLine else { return nil }
    if let proposal = snapshot.proposal, !line.contains(where: { !$0.isWhitespace }) {
      return proposed(proposal, instead: line)
    }
    var site = snapshot.parser.completionSite(in: line, at: cursor, aliases: snapshot.aliases)
    if site.typed.hasSuffix("$"), site.quote != .singleQuote { site = Self.variableSite(site) }
    var offers: [CompletionItem] = []
    var place: PartialPath?
    if site.offers.contains(.variable) {
      offers = variables().ranked(by: site.typed)
    } else if let facts = site.paths {
      place = pathPlace(site, in: line)
      offers = place.map { names(in: $0, for: facts.completion) } ?? []
    }
    let list = site.list
    offers += words(at: site).ranked(by: list?.last ?? site.typed)
    guard !offers.isEmpty else { return nil }
    if offers.count > [CompletionItem].most {
      offers.removeLast(offers.count - [CompletionItem].most)
    }
    let candidates = CandidateRenderer(
      offers, at: site, behind: list?.before ?? "", in: place, for: self)
    return Completion(range: site.range, candidates: candidates.all)
  }

  /// After an error Tab first offers what the error said to type instead.
  private func proposed(_ proposal: String, instead line: String) -> Completion {
    let site = snapshot.parser.completionSite(in: "", at: 0)
    let offers = [CompletionItem(proposal, .proposal)] + words(at: site).ranked(by: "")
    return Completion(
      range: 0..<line.utf8.count, candidates: CandidateRenderer(offers, at: site, for: self).all)
  }

  /// A sign alone begins a variable as well.
  private static func variableSite(_ site: CompletionSite) -> CompletionSite {
    CompletionSite(
      typed: "", range: site.range.upperBound - 1..<site.range.upperBound, quote: site.quote,
      offers: [.variable], command: site.command, arguments: site.arguments)
  }

  private func variables() -> [CompletionItem] {
    snapshot.variables.names.map { name in
      let value = UntrustedText(snapshot.variables[name] ?? "").line
      return CompletionItem("$\(name)", .variable(value: value), match: FuzzyText(name))
    }
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
