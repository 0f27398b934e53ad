/// The rows of a `.csv` or `.tsv`.
///
/// A value is in quotes if its first character is one; it may then have separators and line breaks,
/// and two quotes for one (RFC 4180). Line breaks are LF, CR LF or CR.
struct DelimitedRows: RowReader {
  var separator: Character { Character(Unicode.Scalar(separatorByte)) }
  var encoding: TextEncoding { input.encoding }

  private let input: TextInput
  private let separatorByte: UInt8
  private let hasBackslashes: Bool
  private var bytes: [UInt8] = []
  private var isAtEnd = false
  /// Where the next row begins, in `bytes` and as a line of the file.
  private var position = 0
  private var line = 1
  /// The cells of the row before.
  private var width = 0

  init(_ path: String, format: SheetFormat, encoding: TextEncoding?) throws(SheetError) {
    input = try TextInput(path, encoding: encoding)
    isAtEnd = try !input.read(into: &bytes)
    let declared = Self.declaredSeparator(bytes)
    if let declared {
      position = declared.length
      line = 2
    }
    if let declared {
      separatorByte = declared.separator
    } else {
      separatorByte = format == .tsv ? 0x09 : Self.detectSeparator(bytes)
    }
    hasBackslashes = RecordScanner.hasBackslashes(bytes, separator: separatorByte)
  }

  /// What was recognized in the file.
  var found: [SheetRemark] {
    (input.isRecognized ? [.encoding(encoding)] : []) + (hasBackslashes ? [.backslashes] : [])
  }

  mutating func next() throws(SheetError) -> SheetRow? {
    while true {
      do throws(RecordScanner.Stop) {
        return try scan()
      } catch {
        try handle(error)
      }
    }
  }

  private mutating func scan() throws(RecordScanner.Stop) -> SheetRow? {
    let (position, line, width, isAtEnd) = (position, line, width, isAtEnd)
    let (separator, hasBackslashes) = (separatorByte, hasBackslashes)
    let result = bytes.withUnsafeBufferPointer {
      bytes -> Result<(cells: [SheetCell], position: Int, line: Int), RecordScanner.Stop> in
      var scanner = RecordScanner(bytes, from: position, line: line, separator: separator)
      scanner.isAtEnd = isAtEnd
      scanner.hasBackslashes = hasBackslashes
      do throws(RecordScanner.Stop) {
        return .success((try scanner.cells(about: width), scanner.index, scanner.line))
      } catch {
        return .failure(error)
      }
    }
    let record = try result.get()
    guard record.position > position else { return nil }
    self.position = record.position
    self.line = record.line
    self.width = record.cells.count
    return SheetRow(number: line, cells: record.cells)
  }

  private mutating func handle(_ stop: RecordScanner.Stop) throws(SheetError) {
    switch stop {
    case .unfinished: try refill()
    case .invalid(let line): throw input.invalidText(row: line)
    case .failed(let reason, let line, let column):
      throw SheetError(
        path: input.path, row: line, column: CellReference.letters(of: column), reason: reason)
    }
  }

  /// Reads another block behind the row that is not complete.
  private mutating func refill() throws(SheetError) {
    guard bytes.count - position <= SheetLimits.rowBytes else {
      throw SheetError(
        path: input.path, row: line, reason: .rowTooLong(limit: SheetLimits.rowBytes))
    }
    bytes.removeFirst(position)
    position = 0
    // A long row is scanned from its beginning each time, so each time there should be much more.
    let wanted = bytes.count * 2
    repeat { isAtEnd = try !input.read(into: &bytes) } while !isAtEnd && bytes.count < wanted
  }
}

extension DelimitedRows {
  /// The separator of a first line `sep=;`, which Excel reads too, and the length of the line.
  private static func declaredSeparator(_ bytes: [UInt8]) -> (separator: UInt8, length: Int)? {
    guard bytes.count > 5, bytes.starts(with: "sep=".utf8),
      [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")].contains(bytes[4])
    else { return nil }
    let breaks = bytes[5...].prefix(2)
    if breaks.elementsEqual([0x0D, 0x0A]) { return (bytes[4], 7) }
    return breaks.first == 0x0A || breaks.first == 0x0D ? (bytes[4], 6) : nil
  }

  /// The most frequent separator, outside of quotes, of the first line that has one, if the next
  /// line has it as well: a title above the table may have a comma. The comma if no line has any.
  private static func detectSeparator(_ bytes: [UInt8]) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
    let lines = firstCounts(of: candidates, in: bytes)
    func separator(of counts: [Int]) -> Int? {
      counts.max().flatMap { $0 == 0 ? nil : counts.firstIndex(of: $0) }
    }
    for (index, counts) in lines.enumerated() {
      guard let best = separator(of: counts) else { continue }
      let following = index + 1 < lines.count ? lines[index + 1][best] : counts[best] - 1
      if index == 0 && lines.count == 1 || following > 0 { return candidates[best] }
    }
    return candidates[lines.first.flatMap(separator) ?? 0]
  }

  /// How often the first lines that are not empty have each byte outside of quotes.
  private static func firstCounts(of bytes: [UInt8], in text: [UInt8]) -> [[Int]] {
    let none = [Int](repeating: 0, count: bytes.count)
    var (lines, counts) = ([[Int]](), none)
    var (isQuoted, isEmpty) = (false, true)
    for byte in text {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, byte == 0x0A || byte == 0x0D {
        if !isEmpty { lines.append(counts) }
        (counts, isEmpty) = (none, true)
        if lines.count == 20 { return lines }
        continue
      }
      isEmpty = false
      if !isQuoted, let index = bytes.firstIndex(of: byte) { counts[index] += 1 }
    }
    return isEmpty ? lines : lines + [counts]
  }
}
