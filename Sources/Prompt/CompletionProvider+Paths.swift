import CommandLanguage

/// A path being typed, split into its folder and the beginning of a name.
struct PartialPath: Sendable {
  /// The folder as it was typed, with its slash at the end; empty for the working folder.
  let folder: String
  let absoluteFolder: String
  /// Whether the folder begins with an unquoted `~`.
  let atHome: Bool
  let name: String
}

extension CompletionProvider {
  /// The path at the cursor; nil if it contains a variable, which would be replaced.
  func partialPath(at site: CompletionSite, in line: String) -> PartialPath? {
    let written = Array(line.utf8)[site.range]
    guard !written.contains(UInt8(ascii: "$")) || site.quote == .singleQuote else { return nil }
    let typed = site.typed
    let atHome = written.first == UInt8(ascii: "~") && (typed.hasPrefix("~/") || typed == "~")
    let start = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<start])
    return PartialPath(
      folder: folder,
      absoluteFolder: snapshot.absolute(folder.isEmpty ? "." : folder, atHome: atHome),
      atHome: atHome, name: String(typed[start...]))
  }

  /// The files and folders that match a path, best first. Hidden ones need a typed dot.
  func names(in path: PartialPath, for kind: CompletionKind) -> [CompletionItem] {
    if path.atHome, path.folder.isEmpty { return [CompletionItem("~/", .homeFolder)] }
    let showsHidden = path.name.hasPrefix(".")
    let entries = files.entries(of: path.absoluteFolder).filter {
      ($0.isFolder || kind != .directory) && (!$0.isHidden || showsHidden)
    }
    func found(_ match: (FolderEntry) -> FuzzyText) -> [CompletionItem] {
      entries.map { entry in
        CompletionItem(
          entry.name, .file(isFolder: entry.isFolder), match: match(entry),
          priority: Self.priority(of: entry, for: kind))
      }.ranked(by: path.name)
    }
    let byStem = path.name.contains(".") ? [] : found(\.stem)
    return byStem.isEmpty ? found(\.match) : byStem
  }

  /// For photos: pictures first, then folders, then other files.
  private static func priority(of entry: FolderEntry, for kind: CompletionKind) -> Int {
    guard kind == .photo else { return 0 }
    return entry.isPicture ? 0 : entry.isFolder ? 1 : 2
  }
}
