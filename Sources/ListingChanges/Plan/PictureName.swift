package import MarketWire
package import Photos

/// File names for the pictures of listings, safe for any listing name.
package enum PictureName {
  /// The maximum UTF-8 bytes of the listing's name; file systems allow 255 for the whole file name.
  package static let mostBytes = 120

  /// `12-oak-mug-1.jpg`: the listing's id and name, and the picture's number from 1.
  package static func file(of product: Product, number: Int, _ header: PhotoHeader) -> String {
    let name = slug(product.name)
    let parts = ["\(product.id)", name, "\(number)"].filter { !$0.isEmpty }
    return parts.joined(separator: "-") + ".\(header.fileExtension)"
  }

  /// Letters, marks and digits of any script in lower case; everything in between becomes one
  /// hyphen. The result has no path separators, control characters or shell metacharacters.
  package static func slug(_ name: String) -> String {
    var words = [""]
    for scalar in Folding.normalized(name).lowercased().unicodeScalars {
      if isKept(scalar) {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if words.last != "" {
        words.append("")
      }
    }
    return cut(words.filter { !$0.isEmpty }.joined(separator: "-"))
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    guard !properties.isDefaultIgnorableCodePoint else { return false }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  /// Truncates the text at a character boundary.
  private static func cut(_ text: String) -> String {
    var short = ""
    for letter in text {
      guard short.utf8.count + letter.utf8.count <= mostBytes else { break }
      short.append(letter)
    }
    while short.hasSuffix("-") { short.removeLast() }
    return short
  }
}
