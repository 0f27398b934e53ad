/// How the styles of cells show numbers, as far as it changes what a number means.
final class CellStyles: XMLPart {
  enum Kind {
    case number
    case date
    case percent
  }

  private var kinds: [Kind] = []
  private var formats: [Int: Kind] = [:]
  private var isInCells = false

  func kind(of style: Int) -> Kind {
    kinds.indices.contains(style) ? kinds[style] : .number
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == "cellXfs" {
      isInCells = true
    } else if name == "xf", isInCells {
      let format = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      kinds.append(formats[format] ?? Self.builtIn(format))
    } else if name == "numFmt", let id = attributes["numFmtId"].flatMap({ Int($0) }) {
      formats[id] = Self.kind(ofCode: attributes["formatCode"] ?? "")
    }
  }

  override func end(_ name: XMLName) {
    if name == "cellXfs" { isInCells = false }
  }

  /// The kinds of the formats that have no code in the file (ECMA-376, part 1, 18.8.30).
  private static func builtIn(_ format: Int) -> Kind {
    switch format {
    case 14...22, 27...36, 45...47, 50...58: .date
    case 9, 10: .percent
    default: .number
    }
  }

  /// The kind of a format code such as `yyyy"년" m/d` or `[Red]0.0%`.
  static func kind(ofCode code: String) -> Kind {
    if code.lowercased() == "general" { return .number }
    var isQuoted = false
    var isBracketed = false
    var isEscaped = false
    for character in code.lowercased() {
      if isEscaped {
        isEscaped = false
      } else if isQuoted || isBracketed {
        if character == (isQuoted ? "\"" : "]") { (isQuoted, isBracketed) = (false, false) }
      } else {
        switch character {
        case "\"": isQuoted = true
        case "[": isBracketed = true
        // A backslash shows the next character; the others make room as wide as it, or repeat it.
        case "\\", "_", "*": isEscaped = true
        case "y", "m", "d", "h", "s": return .date
        case "%": return .percent
        // The formats after the first are for negative numbers, zero and text.
        case ";": return .number
        default: break
        }
      }
    }
    return .number
  }
}
