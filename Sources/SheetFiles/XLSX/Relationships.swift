/// The relationships of one part to others: their types and targets.
struct Relationships {
  fileprivate struct Item {
    /// The last component of the type; what is before it differs between the two forms of the
    /// standard, transitional and strict.
    let type: String
    /// The name of the entry.
    let target: String
  }

  private let items: [(id: String, item: Item)]

  /// - Parameter part: the name of an entry, empty for the whole file.
  init(of part: String, in archive: ZipArchive) throws(SheetError) {
    let cut = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    let folder = part[..<cut]
    guard let entry = try archive.entry("\(folder)_rels/\(part[cut...]).rels") else {
      throw archive.failure(.damaged(detail: "its relationships are missing"))
    }
    let reader = try RelationshipsPart(entry, in: archive.path, folder: folder)
    try reader.parse()
    items = reader.items
  }

  func target(of id: String) -> String? { items.first { $0.id == id }?.item.target }
  func type(of id: String) -> String? { items.first { $0.id == id }?.item.type }
  func target(ofType type: String) -> String? { items.first { $0.item.type == type }?.item.target }
}

private final class RelationshipsPart: XMLPart {
  private(set) var items: [(id: String, item: Relationships.Item)] = []
  private let folder: Substring

  init(_ entry: ZipEntry, in path: String, folder: Substring) throws(SheetError) {
    self.folder = folder
    try super.init(entry, in: path)
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    guard name == "Relationship", attributes["TargetMode"] != "External",
      let id = attributes["Id"], let type = attributes["Type"], let target = attributes["Target"]
    else { return }
    let last = type.split(separator: "/").last.map(String.init) ?? type
    items.append((id, .init(type: last, target: resolve(target))))
  }

  /// The name of an entry from a path that is absolute or relative to the folder.
  private func resolve(_ target: String) -> String {
    var components: [Substring] = target.hasPrefix("/") ? [] : folder.split(separator: "/")
    for component in target.split(separator: "/") where component != "." {
      if component == ".." { _ = components.popLast() } else { components.append(component) }
    }
    return components.joined(separator: "/")
  }
}
