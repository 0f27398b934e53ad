import Foundation
import MarketWire
import Messages
import Photos
import SellerSession

/// Finds the photos of rows in a folder, by codes, otherwise by names: of files such as
/// `MUG-01_1.jpg`, or of a folder per row.
///
/// 1. The whole name of a file is tried first, then the name without `_N`, `-N` or ` (N)`.
/// 2. Letter case and the form of accents do not matter; `2` is before `10`.
struct PhotoFinder {
  /// The rows that photos may belong to, by their folded codes and names.
  private struct Keys {
    var codes: [String: Set<String>] = [:]
    var names: [String: Set<String>] = [:]
    /// The names of the rows that name no photos themselves.
    var bareNames: [String: Set<String>] = [:]
  }

  /// The paths of photos by the key of a row.
  private var photos: [String: [String]] = [:]
  /// The paths of all files by their folded paths in the folder.
  private var files: [String: String] = [:]
  /// The files and folders that fit no row, by their names.
  private(set) var unused: [String] = []
  private(set) var problems: [ImportProblem] = []
  private let folder: String

  /// The key of a row: its code, otherwise its name.
  static func key(code: String?, name: String?) -> String? {
    code.map { "@\($0)" } ?? name
  }

  /// - Parameters:
  ///   - folder: the absolute path of the folder.
  ///   - typed: the path as the seller typed it.
  ///   - rows: all rows of the table.
  init(
    _ folder: String, named typed: String,
    for rows: [PhotoRow]
  ) throws(SellerError) {
    self.folder = folder
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw .file(path: typed, reason: "there is no such folder")
    }
    var keys = Keys()
    for row in rows {
      guard let key = Self.key(code: row.code, name: row.name) else { continue }
      if let code = row.code { keys.codes[Self.folded(code), default: []].insert(key) }
      if let name = row.name.map(Self.folded) {
        keys.names[name, default: []].insert(key)
        if row.photos.isEmpty { keys.bareNames[name, default: []].insert(key) }
      }
    }
    let named = Set(rows.flatMap { $0.photos.flatMap(Self.names) })
    for entry in Self.sorted(entries) where !entry.hasPrefix(".") {
      let path = "\(folder)/\(entry)"
      if let inside = try? FileManager.default.contentsOfDirectory(atPath: path) {
        for name in inside { files[Self.folded("\(entry)/\(name)")] = "\(path)/\(name)" }
        add(folder: entry, Self.sorted(inside).filter(PhotoFormat.mayBePhoto), keys)
      } else if PhotoFormat.mayBePhoto(entry) {
        files[Self.folded(entry)] = path
        add(file: entry, keys)
      }
    }
    unused.removeAll { named.contains(Self.folded($0)) }
  }

  /// The photos of a row in their order; nil if the folder has none.
  func photos(code: String?, name: String?) -> [String]? {
    Self.key(code: code, name: name).flatMap { photos[$0] }
  }

  /// The file of the folder that a column names, with or without folders of its own.
  func file(named name: String) -> String? {
    Self.names(of: name).lazy.compactMap { files[$0] }.first
  }

  /// The folded paths that a column names, and that without its folders.
  private static func names(of path: String) -> [String] {
    (PhotoNames.paths(of: path) + [(path as NSString).lastPathComponent]).map(folded)
  }

  private mutating func add(folder entry: String, _ files: [String], _ keys: Keys) {
    guard !files.isEmpty else { return }
    let folded = Self.folded(entry)
    let found = keys.codes[folded] ?? keys.names[folded] ?? []
    guard let key = single(found, entry) else { return }
    photos[key, default: []] += files.map { "\(folder)/\(entry)/\($0)" }
  }

  private mutating func add(file entry: String, _ keys: Keys) {
    let stem = Self.stem(entry)
    let found =
      [keys.codes, keys.bareNames].lazy.compactMap { keys in
        keys[stem] ?? keys[Self.withoutNumber(stem)]
      }.first ?? []
    guard let key = single(found, entry) else { return }
    photos[key, default: []].append("\(folder)/\(entry)")
  }

  private mutating func single(_ found: Set<String>, _ entry: String) -> String? {
    if found.count > 1 {
      let rows = found.sorted().joined(separator: ", ")
      problems.append(
        ImportProblem(row: nil, column: nil, "\(entry) fits several rows: \(rows)"))
    } else if found.isEmpty {
      unused.append(entry)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The name without `_N`, `-N` or ` (N)` at its end.
  private static func withoutNumber(_ stem: String) -> String {
    let open = stem.hasSuffix(")") ? stem.dropLast() : stem[...]
    let base = open.prefix(upTo: open.lastIndex { !$0.isASCII || !$0.isNumber } ?? open.startIndex)
    guard let mark = open.dropFirst(base.count).first, open.count > base.count + 1,
      "_-(".contains(mark)
    else { return stem }
    return String(base.hasSuffix(" ") && mark == "(" ? base.dropLast() : base)
  }

  private static func stem(_ name: String) -> String {
    folded(URL(filePath: name).deletingPathExtension().lastPathComponent)
  }

  static func folded(_ text: String) -> String { Folding.normalized(text).lowercased() }

  static func sorted(_ names: [String]) -> [String] {
    // A blank is before the point of an ending, so that `mug (2).jpg` would be before `mug.jpg`.
    names.sorted { stem($0).compare(stem($1), options: .numeric) == .orderedAscending }
  }
}
