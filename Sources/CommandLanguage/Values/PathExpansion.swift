import Foundation

/// Finds the files of a path; the file system is a parameter.
public struct PathExpansion: Sendable {
  private let home: String
  private let names: @Sendable (String) -> [String]

  /// - Parameters:
  ///   - home: the path of the home folder.
  ///   - names: the names in a folder (`""` is the current one); empty if it cannot be read.
  public init(home: String, names: @escaping @Sendable (_ folder: String) -> [String]) {
    self.home = home
    self.names = names
  }

  /// The paths that match, with numbers in names sorted by value: `2.jpg` before `10.jpg`. A path
  /// without patterns is returned even if there is no such file. Its names are those of the files:
  /// macOS writes names in NFD, and keyboards send NFC.
  ///
  /// - Throws: `.noFileMatches` if a pattern matches nothing.
  public func paths(_ path: FilePath) throws(ValueProblem) -> [String] {
    let written = path.beginsAtHome ? home + path.text.dropFirst() : path.text
    guard path.isPattern else { return [existing(written)] }
    var found = [path.beginsAtHome ? home : ""]
    var components = path.components[...]
    if path.beginsAtHome { components = components.dropFirst() }
    for (index, component) in components.enumerated() {
      let isRoot = index == 0 && component.parts.isEmpty && !path.beginsAtHome
      let isDoubleSlash = component.parts.isEmpty && index > 0 && index < components.count - 1
      if isDoubleSlash { continue }
      let mustExist = components.prefix(index).contains(where: \.isPattern)
      found = isRoot ? ["/"] : found.flatMap { next(component, in: $0, mustExist: mustExist) }
    }
    if found.isEmpty { throw .noFileMatches(path.text) }
    return found
  }

  /// The file in the same folder with the most similar name, in any case of letters; nil if there
  /// is none, or several are equally similar.
  public func nearest(to path: String) -> String? {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, name) = (path[..<start], String(path[start...]))
    let others = names(String(folder)).filter { !$0.hasPrefix(".") || name.hasPrefix(".") }
    let inOtherCase = others.filter { $0.lowercased() == name.lowercased() }
    if inOtherCase.count == 1 { return folder + inOtherCase[0] }
    return Self.nearest(to: name, among: others).map { folder + $0 }
  }

  /// The file of the same name and another extension, otherwise the most similar one. An extension
  /// that both have does not make two names similar.
  private static func nearest(to name: String, among others: [String]) -> String? {
    let (stem, ending) = split(name)
    let renamed = others.filter { split($0).stem.lowercased() == stem.lowercased() }
    if renamed.count == 1 { return renamed[0] }
    let alike = others.filter { split($0).ending.lowercased() == ending.lowercased() }
    let near = NearMiss.nearest(to: stem, among: alike.map { split($0).stem })
    return near.flatMap { near in alike.first { split($0).stem == near } }
  }

  private static func split(_ name: String) -> (stem: String, ending: String) {
    guard let dot = name.dropFirst().lastIndex(of: ".") else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  private func existing(_ path: String) -> String {
    guard Self.hasForms(path) else { return path }
    var found = path.hasPrefix("/") ? "/" : ""
    for (index, part) in path.split(separator: "/").enumerated() {
      let folder = found
      if index > 0 { found += "/" }
      found += name(String(part), in: folder)
    }
    return path.hasSuffix("/") ? found + "/" : found
  }

  /// The name of a file that is equal in NFC, preferably the same; otherwise the name itself.
  private func name(_ written: String, in folder: String) -> String {
    guard Self.hasForms(written) else { return written }
    let equal = names(folder).filter { $0 == written }
    return equal.first { $0.utf8.elementsEqual(written.utf8) } ?? equal.first ?? written
  }

  /// Whether a text may be different in NFC and NFD.
  private static func hasForms(_ text: String) -> Bool { text.utf8.contains { $0 >= 0x80 } }

  /// - Parameter mustExist: whether a name behind a pattern is only that of files that exist.
  private func next(_ component: Glob, in folder: String, mustExist: Bool) -> [String] {
    let base = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    guard component.isPattern else {
      let written = component.written
      let isKept =
        !mustExist || ["", ".", ".."].contains(written) || names(folder).contains(written)
      return isKept ? [base + name(written, in: folder)] : []
    }
    return names(folder).filter { component.matches($0) }.sorted(by: Self.precedes).map {
      base + $0
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    let order = left.compare(right, options: [.numeric, .caseInsensitive])
    return order == .orderedSame ? left < right : order == .orderedAscending
  }
}
