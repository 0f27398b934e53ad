/// Offers that are files and folders.
import CommandLanguage
import LineEditor
import MarketRender
import TerminalKit

extension PromptAssistant {
  /// Files whose size in pixels and bytes is told: as many as a menu shows at once.
  private static let mostDescribed = 20

  func paths(_ site: CompletionSite, _ facts: ParameterFacts, in line: String) -> [Candidate] {
    let written = Array(line.utf8)[site.range]
    // What a variable stands for cannot be written back.
    guard !written.contains(UInt8(ascii: "$")) || site.quote == .singleQuote else { return [] }
    let typed = site.typed
    let atHome = written.first == UInt8(ascii: "~") && (typed.hasPrefix("~/") || typed == "~")
    if typed == "~", atHome { return [Candidate("~/", suffix: "")] }
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (folder, name) = (String(typed[..<start]), String(typed[start...]))
    let place = snapshot.absolute(folder.isEmpty ? "." : folder, atHome: atHome)
    let offers = files.entries(of: place).filter {
      ($0.isFolder || facts.completion != .directory)
        && (!$0.name.hasPrefix(".") || name.hasPrefix("."))
    }.map { entry in
      Offer(
        entry.name, .file(path: "\(place)/\(entry.name)", isFolder: entry.isFolder),
        matches: [entry.match], kind: Self.kind(of: entry, facts.completion))
    }
    return offers.ranked(by: name).enumerated().map { index, offer in
      candidate(offer, in: folder, atHome, site.quote, isDescribed: index < Self.mostDescribed)
    }
  }

  /// Pictures first where pictures are meant, and folders in front of what cannot be one.
  private static func kind(of entry: FolderEntry, _ wanted: CompletionKind) -> Int {
    guard wanted == .photo else { return 0 }
    return entry.isPicture ? 0 : entry.isFolder ? 1 : 2
  }

  private func candidate(
    _ offer: Offer, in folder: String, _ atHome: Bool, _ quote: Unfinished.Kind?,
    isDescribed: Bool
  ) -> Candidate {
    guard case .file(let path, let isFolder) = offer.look else { return Candidate(offer.text) }
    let written = WrittenOffer(quote: quote, isOpen: isFolder)
    let text = written.path(folder + offer.text + (isFolder ? "/" : ""), atHome: atHome)
    let detail = isDescribed && !isFolder ? files.words(for: path) : nil
    return Candidate(
      text, suffix: isFolder ? "" : " ",
      label: StyledText(ForeignText(offer.text + (isFolder ? "/" : "")).line),
      detail: StyledText(detail ?? (isFolder ? "folder" : ""), snapshot.theme.quiet))
  }
}
