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

  /// The paths that match, with numbers in names sorted by value: `2.jpg` before `10.jpg`.
  ///
  /// A path without patterns is returned even if there is no such file.
  ///
  /// - Throws: `.noFileMatches` if a pattern matches nothing.
  public func paths(_ path: FilePath) throws(ValueProblem) -> [String] {
    let written = path.beginsAtHome ? home + path.text.dropFirst() : path.text
    guard path.isPattern else { return [written] }
    var found = [path.beginsAtHome ? home : ""]
    var components = path.components[...]
    if path.beginsAtHome { components = components.dropFirst() }
    for (index, component) in components.enumerated() {
      let isRoot = index == 0 && component.parts.isEmpty && !path.beginsAtHome
      let isDoubleSlash =
        component.parts.isEmpty && index > 0 && index < components.count - 1
      if isDoubleSlash { continue }
      found = isRoot ? ["/"] : found.flatMap { next(component, in: $0) }
    }
    if found.isEmpty { throw .noFileMatches(path.text) }
    return found
  }

  private func next(_ component: Glob, in folder: String) -> [String] {
    let base = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    guard component.isPattern else { return [base + component.written] }
    return names(folder).filter(component.matches).sorted(by: Self.precedes).map { base + $0 }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    let order = left.compare(right, options: [.numeric, .caseInsensitive])
    return order == .orderedSame ? left < right : order == .orderedAscending
  }
}
