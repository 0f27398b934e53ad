/// Scans one record of delimited text.
struct RecordScanner {
  /// Why there is no complete record.
  enum Stop: Error {
    /// The record continues behind the bytes.
    case unfinished
    /// A value is not UTF-8.
    case invalid(line: Int)
    case failed(SheetError.Reason, line: Int, column: Int)
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let separator: UInt8
  /// The position behind what was scanned, and its line.
  private(set) var index: Int
  private(set) var line: Int
  /// Whether the file ends with the bytes.
  var isAtEnd = false
  /// Whether a backslash within quotes takes the next quote or backslash as it is.
  var hasBackslashes = false
  private let firstLine: Int
  private var column = 0

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D

  init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int, line: Int, separator: UInt8) {
    self.bytes = bytes
    self.index = index
    self.line = line
    self.separator = separator
    firstLine = line
  }

  /// The cells up to the end of the record; without moving on if there are no more bytes.
  ///
  /// - Parameter width: the probable number of cells.
  mutating func cells(about width: Int) throws(Stop) -> [SheetCell] {
    var cells: [SheetCell] = []
    guard index < bytes.count else {
      if isAtEnd { return cells } else { throw .unfinished }
    }
    cells.reserveCapacity(width)
    while true {
      let isQuoted = index < bytes.count && bytes[index] == Self.quote
      cells.append(isQuoted ? try quotedCell() : try plainCell())
      if index == bytes.count { return cells }
      let byte = bytes[index]
      if byte == separator {
        index += 1
        column += 1
        guard column < SheetLimits.columns else {
          throw stop(.tooManyColumns(limit: SheetLimits.columns))
        }
        // The separator may be the last byte so far.
        if index == bytes.count, !isAtEnd { throw .unfinished }
      } else {
        try endLine()
        return cells
      }
    }
  }

  /// Scans a value without quotes, up to a separator, a line break or the end.
  private mutating func plainCell() throws(Stop) -> SheetCell {
    let start = index
    var end = start
    let (count, separator) = (bytes.count, separator)
    while end < count {
      let byte = bytes[end]
      if byte == separator { break }
      if byte <= 0x0D {
        if byte == 0x0A || byte == 0x0D { break }
        if byte == 0 { throw stop(.zeroByte) }
      }
      end += 1
    }
    guard end - start <= SheetLimits.cellBytes else { throw tooLong() }
    if end == count, !isAtEnd { throw .unfinished }
    index = end
    return try cell(bytes[start..<end])
  }

  /// Scans a value in quotes with both of them.
  private mutating func quotedCell() throws(Stop) -> SheetCell {
    let start = index + 1
    var end = start
    var hasQuotes = false
    var lines = line
    while true {
      guard end < bytes.count else {
        guard end - start <= SheetLimits.cellBytes else { throw tooLong() }
        throw isAtEnd ? stop(.unclosedQuote) : .unfinished
      }
      let byte = bytes[end]
      let next = end + 1 < bytes.count ? bytes[end + 1] : nil
      if hasBackslashes, byte == Self.backslash {
        if next == nil, !isAtEnd { throw .unfinished }
        if next == Self.quote || next == Self.backslash {
          hasQuotes = true
          end += 1
        }
      } else if byte == Self.quote {
        if next == nil, !isAtEnd { throw .unfinished }
        guard next == Self.quote else { break }
        hasQuotes = true
        end += 1
      } else if byte == Self.lineFeed || (byte == Self.carriageReturn && next != Self.lineFeed) {
        lines += 1
      } else if byte == 0 {
        throw stop(.zeroByte)
      }
      end += 1
    }
    guard end - start <= SheetLimits.cellBytes else { throw tooLong() }
    line = lines
    index = end + 1
    try checkEndOfQuotes()
    return hasQuotes ? try cell(withoutDoubledQuotes: start..<end) : try cell(bytes[start..<end])
  }

  private func checkEndOfQuotes() throws(Stop) {
    guard index < bytes.count, bytes[index] != separator, bytes[index] != Self.lineFeed,
      bytes[index] != Self.carriageReturn
    else { return }
    throw stop(.textAfterQuote)
  }

  private mutating func endLine() throws(Stop) {
    if bytes[index] == Self.carriageReturn {
      if index + 1 == bytes.count, !isAtEnd { throw .unfinished }
      if index + 1 < bytes.count, bytes[index + 1] == Self.lineFeed { index += 1 }
    }
    index += 1
    line += 1
  }

  private func cell(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(Stop) -> SheetCell {
    if text.isEmpty { return .empty }
    guard let text = String(validating: UnsafeBufferPointer(rebasing: text), as: UTF8.self) else {
      throw .invalid(line: firstLine)
    }
    return .text(text)
  }

  private func cell(withoutDoubledQuotes range: Range<Int>) throws(Stop) -> SheetCell {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var position = range.lowerBound
    while position < range.upperBound {
      let isEscape =
        hasBackslashes && bytes[position] == Self.backslash && position + 1 < range.upperBound
        && [Self.quote, Self.backslash].contains(bytes[position + 1])
      if isEscape { position += 1 }
      text.append(bytes[position])
      position += bytes[position] == Self.quote && !isEscape ? 2 : 1
    }
    guard let text = String(validating: text, as: UTF8.self) else {
      throw .invalid(line: firstLine)
    }
    return .text(text)
  }

  private func tooLong() -> Stop { stop(.valueTooLong(limit: SheetLimits.cellBytes)) }

  private func stop(_ reason: SheetError.Reason) -> Stop {
    .failed(reason, line: firstLine, column: column)
  }
}

extension RecordScanner {
  /// Whether values seem to have backslashes before their quotes, instead of two quotes for one.
  ///
  /// `"C:\photos\",next` is no sign: there the quote ends the value.
  static func hasBackslashes(_ bytes: [UInt8], separator: UInt8) -> Bool {
    func isEnd(_ index: Int) -> Bool {
      !bytes.indices.contains(index)
        || [separator, lineFeed, carriageReturn].contains(bytes[index])
    }
    var position = 0
    while let found = bytes[position...].firstIndex(of: backslash) {
      position = found + 1
      guard bytes.indices.contains(position), bytes[position] == quote else { continue }
      let isClosed = bytes.indices.contains(position + 1) && bytes[position + 1] == quote
      if isClosed ? isEnd(position + 2) : !isEnd(position + 1) { return true }
    }
    return false
  }
}
