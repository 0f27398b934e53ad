/// Offers as candidates: how they are written into the line, and how they look in a menu.
import CommandLanguage
import LineEditor
import MarketRender
import Messages
import TerminalKit

/// Makes candidates of offers as they are looked at.
struct CandidateRenderer: Sendable {
  let offers: [CompletionItem]
  let site: CompletionSite
  /// What stands before the offer in its word.
  let before: String
  /// Where offers that are files stand.
  let place: PartialPath?
  let snapshot: PromptSnapshot
  let files: FileMetadataCache
  /// Whether names of commands are offered, which may be two words of the line.
  private let areNames: Bool

  init(
    _ offers: [CompletionItem], at site: CompletionSite, behind before: String = "",
    in place: PartialPath? = nil, for assistant: PromptAssistant
  ) {
    self.offers = offers
    self.site = site
    self.before = before
    self.place = place
    snapshot = assistant.snapshot
    files = assistant.files
    let isCommand =
      site.command == nil && before.isEmpty && !site.offers.contains(where: \.isValue)
    areNames = isCommand || site.offersNames
  }

  /// None of them made yet.
  var all: Candidates {
    Candidates(
      count: offers.count, widest: widest, hasDetails: offers.contains(where: hasDetail),
      text: { text(of: offers[$0]) }, candidate: { candidate(offers[$0]) })
  }

  private func candidate(_ offer: CompletionItem) -> Candidate {
    Candidate(
      text(of: offer), suffix: suffix(of: offer), label: label(of: offer),
      detail: detail(of: offer))
  }

  private func text(of offer: CompletionItem) -> String {
    switch offer.look {
    case .option, .variable, .proposal, .home: return offer.text
    case .file(let isFolder):
      let written = CompletionQuoting(quote: site.quote, isOpen: isFolder)
      let path = (place?.folder ?? "") + offer.text + (isFolder ? "/" : "")
      return written.path(path, atHome: place?.atHome ?? false)
    case .word, .listing, .code:
      return areNames
        ? offer.text : CompletionQuoting(quote: site.quote).word(for: before + offer.text)
    }
  }

  private func suffix(of offer: CompletionItem) -> String {
    switch offer.look {
    case .proposal, .home, .file(isFolder: true): ""
    case .variable where site.quote != nil: ""
    default: " "
    }
  }
}

// In the menu.
extension CandidateRenderer {
  private func label(of offer: CompletionItem) -> StyledText {
    let name = StyledText(labelName(of: offer))
    switch offer.look {
    case .option(let facts) where facts.form == .option:
      return name + StyledText(" <\(facts.valueName)>", snapshot.theme.quiet)
    case .listing: return StyledText("\(offer.text)  ", snapshot.theme.quiet) + name
    default: return name
    }
  }

  /// The plain part of a label.
  private func labelName(of offer: CompletionItem) -> String {
    switch offer.look {
    case .listing(let index): UntrustedText(snapshot.shown.rows[index].name).line
    case .file(isFolder: true): UntrustedText(offer.text + "/").line
    default: UntrustedText(offer.text).line
    }
  }

  /// The columns of the widest label, without making any: most are the width of a name.
  private var widest: Int {
    var widest = 0
    for offer in offers {
      var width = DisplayWidth.of(labelName(of: offer))
      switch offer.look {
      case .option(let facts) where facts.form == .option:
        width += DisplayWidth.of(facts.valueName) + 3
      case .listing: width += offer.text.utf8.count + 2
      default: break
      }
      widest = max(widest, width)
    }
    return widest
  }

  private func detail(of offer: CompletionItem) -> StyledText {
    let theme = snapshot.theme
    switch offer.look {
    case .word(let detail), .variable(let detail): return StyledText(detail, theme.quiet)
    case .option(let facts):
      return StyledText(facts.help.english + (facts.isRequired ? " (required)" : ""), theme.quiet)
    case .listing(let index): return StyledText(price(of: index), theme.quiet)
    case .code(let index):
      guard let index else { return "" }
      let name = StyledText(UntrustedText(snapshot.shown.rows[index].name).line)
      return name + StyledText("  " + price(of: index), theme.quiet)
    case .file(isFolder: true): return StyledText("folder", theme.quiet)
    case .file(isFolder: false):
      let words = place.flatMap { files.words(for: "\($0.absolute)/\(offer.text)") }
      return StyledText(words ?? "", theme.quiet)
    case .proposal: return StyledText("what the error proposes", theme.quiet)
    case .home: return ""
    }
  }

  private func hasDetail(_ offer: CompletionItem) -> Bool {
    switch offer.look {
    case .word(let detail), .variable(let detail): !detail.isEmpty
    case .listing(let index): snapshot.shown.rows[index].price != nil
    case .code(let index): index != nil
    case .option, .file, .proposal: true
    case .home: false
    }
  }

  private func price(of index: Int) -> String {
    snapshot.shown.rows[index].price.map(snapshot.money.text) ?? ""
  }
}
