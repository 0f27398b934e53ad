import Foundation

/// The files that a table names, in any letter case and form of accents, as on the computer where it
/// was made. Folders are read once.
final class NamedFiles {
  private let folder: String
  /// The names in a folder by their folded forms, without those that several have.
  private var names: [String: [String: String]] = [:]

  /// - Parameter folder: the absolute path from which paths are relative.
  init(in folder: String) { self.folder = folder }

  /// The absolute path of a photo; where it should be if there is none.
  func path(ofPhoto name: String) -> String {
    let paths = PhotoNames.paths(of: name)
    return paths.lazy.compactMap(existing).first ?? absolute(paths.first ?? name)
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  private func existing(_ path: String) -> String? {
    let path = absolute(path)
    if FileManager.default.fileExists(atPath: path) { return path }
    var found = path.hasPrefix(folder + "/") ? folder : ""
    for part in path.dropFirst(found.count).split(separator: "/") {
      let next = "\(found)/\(part)"
      guard !FileManager.default.fileExists(atPath: next) else {
        found = next
        continue
      }
      guard let name = entries(of: found)[PhotoFinder.folded(String(part))] else { return nil }
      found += "/\(name)"
    }
    return found
  }

  private func entries(of folder: String) -> [String: String] {
    if let known = names[folder] { return known }
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let groups = Dictionary(grouping: all, by: PhotoFinder.folded)
    names[folder] = groups.compactMapValues { $0.count == 1 ? $0[0] : nil }
    return names[folder] ?? [:]
  }
}
