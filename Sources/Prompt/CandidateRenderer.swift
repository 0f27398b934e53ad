import CommandLanguage
import Formatting
import LineEditor
import MarketRender
import Messages
import SellerFiles
import TerminalKit

/// Turns completion items into the editor's candidates, one by one as the menu shows them.
struct CandidateRenderer: Sendable {
  private let items: [CompletionItem]
  private let site: CompletionSite
  /// The part of the word that stays in front of each item.
  private let prefix: String
  /// The path being typed, if the items are files.
  private let path: PartialPath?
  private let snapshot: PromptSnapshot
  private let files: FileMetadataCache
  /// The columns of ids and of prices, which are right-aligned. Prices after the first are rarely
  /// wider, and formatting all would delay the menu.
  private let idWidth: Int
  private let priceWidth: Int
  private static let measuredPrices = 100

  init(
    _ items: [CompletionItem], at site: CompletionSite, prefix: String = "",
    path: PartialPath? = nil, for assistant: PromptAssistant
  ) {
    self.items = items
    self.site = site
    self.prefix = prefix
    self.path = path
    let snapshot = assistant.snapshot
    self.snapshot = snapshot
    files = assistant.files
    idWidth =
      items.lazy.filter { if case .listing = $0.content { true } else { false } }
      .map(\.text.utf8.count).max() ?? 0
    priceWidth = assistant.cache.priceWidth {
      snapshot.shown.rows.indices.prefix(Self.measuredPrices)
        .map { DisplayWidth.of(Self.price(at: $0, in: snapshot)) }.max() ?? 0
    }
  }

  var candidates: Candidates {
    Candidates(
      count: items.count, widest: labelWidth, hasDetails: items.contains(where: hasDetail),
      text: { text(of: items[$0]) }, candidate: { candidate(items[$0]) })
  }

  func outerWord(_ item: CompletionItem) -> OuterCompletion.Word {
    let detail = String(UntrustedText(detail(of: item).plain).line.drop { $0 == " " })
    guard case .listing = item.content else {
      return OuterCompletion.Word(
        site.isCommandName ? item.text : prefix + item.text, detail: detail)
    }
    return OuterCompletion.Word(item.text, detail: "\(labelName(of: item))  \(detail)")
  }

  private func candidate(_ item: CompletionItem) -> Candidate {
    Candidate(
      text(of: item), suffix: suffix(of: item), label: label(of: item), detail: detail(of: item))
  }

  /// The text that replaces the word, quoted as needed.
  private func text(of item: CompletionItem) -> String {
    switch item.content {
    case .option, .variable, .proposal, .homeFolder: return item.text
    case .file(let isFolder):
      let quoting = CompletionQuoting(quote: site.quote, staysOpen: isFolder)
      let text = (path?.folder ?? "") + item.text + (isFolder ? "/" : "")
      return quoting.path(text, atHome: path?.atHome ?? false)
    case .word, .listing, .code:
      return site.isCommandName
        ? item.text : CompletionQuoting(quote: site.quote).word(prefix + item.text)
    }
  }

  private func suffix(of item: CompletionItem) -> String {
    switch item.content {
    case .proposal, .homeFolder, .file(isFolder: true): ""
    case .variable where site.quote != nil: ""
    default: " "
    }
  }
}

// Labels.
extension CandidateRenderer {
  private func label(of item: CompletionItem) -> StyledText {
    let name = StyledText(labelName(of: item))
    switch item.content {
    case .option(let facts) where facts.form == .option:
      return name + StyledText(" <\(valueName(of: facts))>", snapshot.theme.quiet)
    case .listing:
      return StyledText(item.text, snapshot.theme.quiet).padded(to: idWidth, .trailing) + "  "
        + name
    default: return name
    }
  }

  private func valueName(of facts: ParameterFacts) -> String {
    facts.valueName.text(in: snapshot.catalog)
  }

  private func labelName(of item: CompletionItem) -> String {
    switch item.content {
    case .listing(let index): UntrustedText(snapshot.shown.rows[index].name).line
    case .file(isFolder: true): UntrustedText(item.text + "/").line
    default: UntrustedText(item.text).line
    }
  }

  /// The columns of the widest label, counted without making the labels.
  private var labelWidth: Int {
    var widest = 0
    for item in items {
      var width = DisplayWidth.of(labelName(of: item))
      switch item.content {
      case .option(let facts) where facts.form == .option:
        width += DisplayWidth.of(valueName(of: facts)) + 3
      case .listing: width += idWidth + 2
      default: break
      }
      widest = max(widest, width)
    }
    return widest
  }
}

// Details.
extension CandidateRenderer {
  private func detail(of item: CompletionItem) -> StyledText {
    let theme = snapshot.theme
    switch item.content {
    case .word(let detail), .variable(let detail): return StyledText(detail, theme.quiet)
    case .option(let facts):
      return quiet(facts.isRequired ? "\(facts.help) (required)" : facts.help)
    case .listing(let index): return StyledText(facts(at: index), theme.quiet)
    case .code(let index):
      guard let index else { return "" }
      let name = StyledText(UntrustedText(snapshot.shown.rows[index].name).line)
      return StyledText(price(at: index), theme.quiet).padded(to: priceWidth, .trailing) + "  "
        + name
    case .file(isFolder: true): return quiet("folder")
    case .file(isFolder: false):
      let summary = path.flatMap { files.summary(of: "\($0.absoluteFolder)/\(item.text)") }
      return summary.map(quiet) ?? ""
    case .proposal: return quiet("suggested by the error")
    case .homeFolder: return ""
    }
  }

  private func quiet(_ message: Message) -> StyledText {
    StyledText(message.text(in: snapshot.catalog), snapshot.theme.quiet)
  }

  /// Whether an item has a detail, decided without making it.
  private func hasDetail(_ item: CompletionItem) -> Bool {
    switch item.content {
    case .word(let detail), .variable(let detail): !detail.isEmpty
    case .listing(let index): !facts(at: index).isEmpty
    case .code(let index): index != nil
    case .option, .file, .proposal: true
    case .homeFolder: false
    }
  }

  /// The price and the code of a listing.
  private func facts(at index: Int) -> String {
    let id = snapshot.shown.rows[index].id
    let code = snapshot.codes.first { $0.listing == id }.map { "@\($0.code)" }
    let price = StyledText(price(at: index)).padded(to: priceWidth, .trailing).plain
    return code.map { "\(price)  \($0)" } ?? price
  }

  private func price(at index: Int) -> String { Self.price(at: index, in: snapshot) }

  private static func price(at index: Int, in snapshot: PromptSnapshot) -> String {
    snapshot.shown.rows[index].price.map(snapshot.money.text) ?? ""
  }
}
