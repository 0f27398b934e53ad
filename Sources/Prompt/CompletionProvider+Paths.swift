/// Offers that are files and folders.
import CommandLanguage

/// The folder that names are looked for in.
struct PartialPath: Sendable {
  /// As it is typed, with the slash at its end; empty for the working folder.
  let folder: String
  /// Where it is.
  let absolute: String
  /// Whether it begins with the sign of the home folder.
  let atHome: Bool
  /// What is typed of the name.
  let name: String
}

extension PromptAssistant {
  /// Where a path is being typed; nil where it cannot be told.
  func pathPlace(_ site: CompletionSite, in line: String) -> PartialPath? {
    let written = Array(line.utf8)[site.range]
    // What a variable stands for cannot be written back.
    guard !written.contains(UInt8(ascii: "$")) || site.quote == .singleQuote else { return nil }
    let typed = site.typed
    let atHome = written.first == UInt8(ascii: "~") && (typed.hasPrefix("~/") || typed == "~")
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<start])
    return PartialPath(
      folder: folder, absolute: snapshot.absolute(folder.isEmpty ? "." : folder, atHome: atHome),
      atHome: atHome, name: String(typed[start...]))
  }

  /// The names in a folder that fit, best first.
  func names(in place: PartialPath, for wanted: CompletionKind) -> [CompletionItem] {
    if place.atHome, place.folder.isEmpty { return [CompletionItem("~/", .home)] }
    let showsHidden = place.name.hasPrefix(".")
    var offers: [CompletionItem] = []
    for entry in files.entries(of: place.absolute)
    where (entry.isFolder || wanted != .directory) && (!entry.isHidden || showsHidden) {
      offers.append(
        CompletionItem(
          entry.name, .file(isFolder: entry.isFolder), match: entry.match,
          kind: Self.kind(of: entry, wanted)))
    }
    return offers.ranked(by: place.name)
  }

  /// Pictures first where pictures are meant, and folders in front of what cannot be one.
  private static func kind(of entry: FolderEntry, _ wanted: CompletionKind) -> Int {
    guard wanted == .photo else { return 0 }
    return entry.isPicture ? 0 : entry.isFolder ? 1 : 2
  }
}
