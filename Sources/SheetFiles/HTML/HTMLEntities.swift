import Foundation

/// The characters that HTML writes as `&nbsp;`, `&#44032;` or `&#xAC00;`.
enum HTMLEntities {
  /// The text with the characters instead; what is no entity stays.
  static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return String(text) }
    var result = ""
    var rest = Substring(text)
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      if let (character, length) = character(at: rest) {
        result.unicodeScalars.append(character)
        rest = rest.dropFirst(length)
      } else {
        result.append("&")
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Whether a text has an entity.
  static func has(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return false }
    return text.indices.contains { text[$0] == "&" && character(at: text[$0...]) != nil }
  }

  private static func character(at text: Substring) -> (Unicode.Scalar, Int)? {
    let name = text.dropFirst().prefix(12).prefix { $0 != ";" }
    guard !name.isEmpty, text.dropFirst(name.count + 1).first == ";" else { return nil }
    let scalar: Unicode.Scalar?
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let code =
        digits.lowercased().hasPrefix("x")
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      scalar = code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    } else {
      scalar = named[String(name)]
    }
    return scalar.map { ($0, name.count + 2) }
  }

  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "hellip": "…", "mdash": "—",
      "ndash": "–", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„", "bull": "•", "trade": "™", "euro": "€", "larr": "←", "rarr": "→", "uarr": "↑",
      "darr": "↓", "ensp": " ", "emsp": " ", "thinsp": " ", "zwnj": "\u{200C}", "zwj": "\u{200D}",
      "minus": "−", "le": "≤", "ge": "≥", "ne": "≠", "infin": "∞", "hearts": "♥", "star": "☆",
      "check": "✓", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "prime": "′",
      "Prime": "″", "permil": "‰", "lsaquo": "‹", "rsaquo": "›", "tilde": "˜", "circ": "ˆ",
    ]
    for (index, name) in latin.split(whereSeparator: \.isWhitespace).enumerated() {
      named[String(name)] = Unicode.Scalar(UInt8(160 + index))
    }
    return named
  }()

  /// The names of the characters from 160 to 255.
  private static let latin = """
    nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn
    sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave
    Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
    ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN
    szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute
    icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml
    yacute thorn yuml
    """
}
