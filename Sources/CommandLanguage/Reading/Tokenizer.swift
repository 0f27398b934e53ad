import Foundation

/// Splits text into commands and their words, in linear time.
///
/// 1. Spaces, tabs, U+00A0 and U+3000 separate words. All other syntax characters are ASCII.
/// 2. Offsets only increase, and each byte is visited a bounded number of times.
/// 3. Any text can be tokenized. The first control character of a command is reported in
///    `CommandTokens.problems`.
public struct Tokenizer: Sequence, IteratorProtocol, Sendable {
  let bytes: [UInt8]
  var offset: Int
  var places: PlaceCounter
  /// The places of the comments so far.
  public private(set) var comments: [SourcePlace] = []
  /// The first control character of the current command.
  var problem: UsageProblem?
  /// The unclosed quote or the final backslash, if the text ends within a command.
  var unfinished: Unfinished?
  /// The first quote that ends where another one seems to begin.
  var doubtful: Unfinished?

  /// - Parameters:
  ///   - text: any text; a byte order mark at its start is skipped.
  ///   - firstLine: the number of its first line.
  public init(_ text: String, firstLine: Int = 1) {
    bytes = Array(text.utf8)
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    places = PlaceCounter(bytes: bytes, offset: offset, line: firstLine)
  }

  public static func read(_ text: String) -> TokenizedText {
    var commands: [CommandTokens] = []
    for command in Tokenizer(text) { commands.append(command) }
    guard let unfinished = commands.last?.unfinished else { return .complete(commands) }
    return .incomplete(commands, unfinished)
  }

  public mutating func next() -> CommandTokens? {
    skipBetweenCommands()
    guard offset < bytes.count || unfinished != nil else { return nil }
    defer {
      problem = nil
      unfinished = nil
    }
    let start = offset
    var place = places.place(start..<start)
    var end = start
    var tokens: [Token] = []
    while !endCommand() {
      tokens.append(scanWord())
      end = offset
    }
    place = SourcePlace(line: place.line, column: place.column, range: start..<end)
    return CommandTokens(
      tokens: tokens, place: place, text: text(start..<end),
      problems: problem.map { [$0] } ?? [], unfinished: unfinished)
  }
}

extension Tokenizer {
  /// The byte at the offset, or nil at the end.
  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func isNewline(_ byte: UInt8?) -> Bool { byte == Byte.lineFeed || byte == Byte.carriageReturn }

  /// The length in bytes of the space at `index`, or 0 if there is none. Tabs, U+00A0 and U+3000
  /// count as spaces.
  func blankLength(at index: Int) -> Int {
    guard index < bytes.count else { return 0 }
    switch bytes[index] {
    case Byte.blank, Byte.tab: return 1
    case 0xC2: return index + 1 < bytes.count && bytes[index + 1] == 0xA0 ? 2 : 0
    case 0xE3:
      let isIdeographic =
        index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80
      return isIdeographic ? 3 : 0
    default: return 0
    }
  }

  /// The start of the next line after a backslash at the offset; nil if the line is not continued.
  /// Spaces after the backslash are invisible and therefore ignored.
  func continuation() -> Int? {
    guard current == Byte.backslash else { return nil }
    var index = offset + 1
    while case let length = blankLength(at: index), length > 0 { index += length }
    guard index < bytes.count else { return index }
    guard isNewline(bytes[index]) else { return nil }
    let isPair =
      bytes[index] == Byte.carriageReturn && index + 1 < bytes.count
      && bytes[index + 1] == Byte.lineFeed
    return index + (isPair ? 2 : 1)
  }

  private mutating func skipBlanks() {
    while true {
      if case let length = blankLength(at: offset), length > 0 {
        offset += length
      } else if let next = continuation() {
        if next == bytes.count, !isNewline(bytes[next - 1]) {
          unfinished = Unfinished(kind: .backslash, place: places.place(offset..<offset + 1))
        }
        offset = next
      } else {
        return
      }
    }
  }

  private mutating func skipBetweenCommands() {
    while let byte = current {
      if byte == Byte.hash {
        skipComment()
      } else if isNewline(byte) || byte == Byte.semicolon {
        offset += 1
      } else if blankLength(at: offset) > 0 || continuation() != nil {
        skipBlanks()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    let start = offset
    while let byte = current, !isNewline(byte) { offset += 1 }
    comments.append(places.place(start..<offset))
  }

  /// Skips spaces, and the comment or separator that ends the command.
  ///
  /// - Returns: whether the command has ended.
  private mutating func endCommand() -> Bool {
    skipBlanks()
    guard let byte = current else { return true }
    if byte == Byte.hash {
      let next = offset + 1
      let isComment = next == bytes.count || isNewline(bytes[next]) || blankLength(at: next) > 0
      if !isComment { return false }
      skipComment()
      return true
    }
    guard isNewline(byte) || byte == Byte.semicolon else { return false }
    offset += 1
    return true
  }
}
