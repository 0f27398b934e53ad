import Foundation

/// Reads the photos that a cell names: paths of any system, `file://` and URLs.
enum PhotoNames {
  private static let endings = [
    "jpg", "jpeg", "png", "webp", "gif", "heic", "heif", "avif", "bmp", "tif", "tiff",
  ]

  /// The photos of a cell, separated by line breaks, `;`, `|`, commas or, between URLs, blanks.
  ///
  /// A comma or a blank may be part of a name, so it separates only if what is on both sides ends
  /// like a photo or begins like a URL.
  static func split(_ text: String) -> [String] {
    // Most cells have the name of one file.
    if text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) && !";|,".utf8.contains($0) }) {
      return text.isEmpty ? [] : [text]
    }
    let parts = text.split { $0.isNewline || ";|".contains($0) }.flatMap { part in
      pieces(of: String(part), at: ",").flatMap { pieces(of: $0, at: " ") }
    }
    return parts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// Whether a text only names photos.
  static func arePhotos(_ text: String) -> Bool {
    let names = split(text)
    return !names.isEmpty && names.allSatisfy { isURL($0) || isWhole($0) }
  }

  private static func pieces(of text: String, at separator: Character) -> [String] {
    var pieces: [String] = []
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      let piece = String(part)
      if pieces.last.map({ separates(piece, from: $0) }) ?? true {
        pieces.append(piece)
      } else {
        pieces[pieces.count - 1] += "\(separator)\(piece)"
      }
    }
    return pieces
  }

  private static func separates(_ piece: String, from last: String) -> Bool {
    if piece.isBlank { return true }
    // A URL may have commas and blanks.
    return isURL(last) ? isURL(piece) : isWhole(last) && isWhole(piece)
  }

  private static func isWhole(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: .whitespaces)
    if isURL(text) { return true }
    return endings.contains((text as NSString).pathExtension.lowercased())
  }

  /// Whether the photo has to be fetched.
  static func isURL(_ text: String) -> Bool {
    let text = text.drop(while: \.isWhitespace).lowercased()
    return text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  /// The paths where a photo may be, the best first: as it is, and for one of Windows without its
  /// first folders, which are those of another computer.
  static func paths(of text: String) -> [String] {
    var path = text
    if path.lowercased().hasPrefix("file:") {
      path = URL(string: path)?.path ?? String(path.dropFirst(7))
    }
    // Most paths are not of Windows, and this is called for each row.
    guard path.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: ":") }) else {
      return [path]
    }
    let parts = path.split { $0 == "/" || $0 == "\\" }
    let hasDrive = parts.first.map { $0.count == 2 && $0.hasSuffix(":") } ?? false
    guard hasDrive || path.contains("\\") else { return [path] }
    let names = hasDrive ? parts.dropFirst() : parts[...]
    let ends = names.indices.map { names[$0...].joined(separator: "/") }
    return (hasDrive || path.hasPrefix("\\\\") ? [] : [path]) + ends
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
