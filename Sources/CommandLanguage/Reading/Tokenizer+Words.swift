import Foundation
import MarketWire

/// The fragments of a word so far, and the bytes after the last one.
private struct Gathering {
  var fragments: [Token.Fragment] = []
  var bytes: [UInt8] = []
  var start: SourcePlace?

  mutating func end(_ kind: Token.Fragment.Kind, at offset: Int, evenEmpty: Bool = false) {
    guard let start, evenEmpty || !bytes.isEmpty else { return }
    let place = SourcePlace(
      line: start.line, column: start.column, range: start.range.lowerBound..<offset)
    fragments.append(
      Token.Fragment(kind: kind, text: String(decoding: bytes, as: UTF8.self), place: place))
    bytes.removeAll(keepingCapacity: true)
    self.start = nil
  }
}

extension Tokenizer {
  /// Reads the word at the offset.
  mutating func scanWord() -> Token {
    let start = places.place(offset..<offset)
    var gathering = Gathering()
    while let byte = current, !isNewline(byte), byte != Byte.semicolon,
      blankLength(at: offset) == 0, continuation() == nil
    {
      switch byte {
      case Byte.singleQuote:
        gathering.end(.unquoted, at: offset)
        scanSingleQuotes(&gathering)
      case Byte.doubleQuote:
        gathering.end(.unquoted, at: offset)
        scanDoubleQuotes(&gathering)
      case Byte.dollar where variableName() != nil:
        gathering.end(.unquoted, at: offset)
        scanVariable(.variable, &gathering)
      case Byte.backslash where offset + 1 < bytes.count && Byte.isEscapable(bytes[offset + 1]):
        gathering.end(.unquoted, at: offset)
        begin(&gathering)
        gathering.bytes.append(bytes[offset + 1])
        offset += 2
        gathering.end(.quoted, at: offset)
      default:
        begin(&gathering)
        takeCharacter(&gathering)
      }
    }
    gathering.end(.unquoted, at: offset)
    let place = SourcePlace(
      line: start.line, column: start.column, range: start.range.lowerBound..<offset)
    return Token(fragments: gathering.fragments, place: place)
  }

  private mutating func begin(_ gathering: inout Gathering) {
    if gathering.start == nil { gathering.start = places.place(offset..<offset) }
  }

  private mutating func scanSingleQuotes(_ gathering: inout Gathering) {
    begin(&gathering)
    let quote = places.place(offset..<offset + 1)
    offset += 1
    while let byte = current, byte != Byte.singleQuote { takeQuoted(byte, &gathering) }
    close(.singleQuote, quote, &gathering)
  }

  private mutating func scanDoubleQuotes(_ gathering: inout Gathering) {
    begin(&gathering)
    let quote = places.place(offset..<offset + 1)
    offset += 1
    while let byte = current, byte != Byte.doubleQuote {
      if byte == Byte.backslash {
        takeEscape(&gathering)
      } else if byte == Byte.dollar, variableName() != nil {
        gathering.end(.quoted, at: offset)
        scanVariable(.quotedVariable, &gathering)
        begin(&gathering)
      } else {
        takeQuoted(byte, &gathering)
      }
    }
    close(.doubleQuote, quote, &gathering)
  }

  private mutating func close(
    _ kind: Unfinished.Kind, _ quote: SourcePlace, _ gathering: inout Gathering
  ) {
    if current == nil {
      let earlier = doubtful?.kind == kind ? doubtful : nil
      unfinished = Unfinished(kind: kind, place: quote, origin: earlier?.place)
    } else {
      if doubtful == nil, seemsToOpen { doubtful = Unfinished(kind: kind, place: quote) }
      offset += 1
    }
    gathering.end(.quoted, at: offset, evenEmpty: true)
  }

  /// Whether the closing quote at the offset is where a value begins.
  private var seemsToOpen: Bool {
    guard offset + 1 < bytes.count else { return false }
    let (before, after) = (bytes[offset - 1], bytes[offset + 1])
    let isBeforeText =
      !isNewline(after) && after != Byte.semicolon && blankLength(at: offset + 1) == 0
    return isBeforeText && (before == Byte.blank || before == UInt8(ascii: "="))
  }

  /// Takes a byte in quotes; a line break (LF, CR or CR LF) becomes a line feed.
  private mutating func takeQuoted(_ byte: UInt8, _ gathering: inout Gathering) {
    guard isNewline(byte) else { return takeCharacter(&gathering) }
    gathering.bytes.append(Byte.lineFeed)
    passNewline()
  }

  private mutating func passNewline() {
    let isReturn = current == Byte.carriageReturn
    offset += 1
    if isReturn, current == Byte.lineFeed { offset += 1 }
  }

  /// Takes `\"`, `\\`, `\n`, `\t`, `\$` or a continued line; a backslash before another character is
  /// text.
  private mutating func takeEscape(_ gathering: inout Gathering) {
    guard offset + 1 < bytes.count else { return takeCharacter(&gathering) }
    let next = bytes[offset + 1]
    switch next {
    case Byte.doubleQuote, Byte.backslash, Byte.dollar: gathering.bytes.append(next)
    case UInt8(ascii: "n"): gathering.bytes.append(Byte.lineFeed)
    case UInt8(ascii: "t"): gathering.bytes.append(Byte.tab)
    case Byte.lineFeed, Byte.carriageReturn:
      offset += 1
      return passNewline()
    default:
      return takeCharacter(&gathering)
    }
    offset += 2
  }

  /// Takes one byte; controls (C0, DEL, C1) are reported and removed.
  private mutating func takeCharacter(_ gathering: inout Gathering) {
    let byte = bytes[offset]
    let isC1 = byte == 0xC2 && offset + 1 < bytes.count && (0x80...0x9F).contains(bytes[offset + 1])
    if (byte < 0x20 && byte != Byte.tab) || byte == 0x7F || isC1 {
      let length = isC1 ? 2 : 1
      if problem == nil {
        let code = UInt32(isC1 ? bytes[offset + 1] : byte)
        problem = UsageProblem(.controlCharacter(code), at: places.place(offset..<offset + length))
      }
      offset += length
    } else {
      gathering.bytes.append(byte)
      offset += 1
    }
  }

  private mutating func scanVariable(_ kind: Token.Fragment.Kind, _ gathering: inout Gathering) {
    guard let found = variableName() else { return }
    gathering.start = places.place(offset..<offset)
    gathering.bytes.append(contentsOf: Folding.normalized(text(found.name)).utf8)
    offset = found.end
    gathering.end(kind, at: offset)
  }

  /// The name of the variable at the offset, `$NAME` or `${NAME}`, and the offset after it.
  private func variableName() -> (name: Range<Int>, end: Int)? {
    let hasBrace = offset + 1 < bytes.count && bytes[offset + 1] == Byte.openBrace
    let start = offset + (hasBrace ? 2 : 1)
    var end = start
    while let (scalar, length) = scalar(at: end) {
      guard end == start ? Variables.startsName(scalar) : Variables.continuesName(scalar) else {
        break
      }
      end += length
    }
    guard end > start else { return nil }
    guard hasBrace else { return (start..<end, end) }
    guard end < bytes.count, bytes[end] == Byte.closeBrace else { return nil }
    return (start..<end, end + 1)
  }

  private func scalar(at index: Int) -> (Unicode.Scalar, Int)? {
    guard index < bytes.count else { return nil }
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    let end = Swift.min(index + length, bytes.count)
    guard let scalar = text(index..<end).unicodeScalars.first else { return nil }
    return (scalar, end - index)
  }
}
