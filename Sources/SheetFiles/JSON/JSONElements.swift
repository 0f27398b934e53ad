import MarketWire

/// The top-level objects of JSON, cut out of the text one by one.
struct JSONElements {
  /// One object, and the line in which it begins.
  struct Element {
    let line: Int
    let value: JSON
  }

  let input: TextInput
  private let isLines: Bool
  private var bytes: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtEnd = false
  private var state = State.start
  /// The elements of a list in an object, which are left.
  private var listed: ArraySlice<JSON> = []

  private enum State {
    case start
    /// In the array, before its first element.
    case opened
    /// In the array, behind an element.
    case inside
    case ended
  }

  init(_ path: String, format: SheetFormat, encoding: TextEncoding?) throws(SheetError) {
    input = try TextInput(path, encoding: encoding)
    isLines = format == .jsonl
  }

  mutating func next() throws(SheetError) -> Element? {
    // These have no lines of their own that are known.
    if let value = listed.popFirst() { return Element(line: 1, value: value) }
    return isLines ? try nextLine() : try nextInArray()
  }

  private mutating func nextLine() throws(SheetError) -> Element? {
    guard try skipBlank() != nil else { return nil }
    var length = 0
    while true {
      let rest = bytes[(position + length)...]
      if let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        return try element(of: end - position)
      }
      length += rest.count
      guard try refill() else { return try element(of: length) }
    }
  }

  private mutating func nextInArray() throws(SheetError) -> Element? {
    while true {
      let byte = try skipBlank()
      switch (state, byte) {
      case (.start, UInt8(ascii: "[")): state = .opened
      // A single object is a table with one row, or has the list, as answers of servers do.
      case (.start, UInt8(ascii: "{")):
        state = .ended
        let object = try element(of: try lengthOfValue())
        guard let list = Self.list(in: object.value) else { return object }
        listed = list[...]
        return listed.popFirst().map { Element(line: 1, value: $0) }
      case (.start, nil): throw failure(.noHeader)
      case (.start, _): throw failure(.notAList)
      case (.opened, UInt8(ascii: "]")), (.inside, UInt8(ascii: "]")): state = .ended
      case (.inside, UInt8(ascii: ",")):
        position += 1
        guard let next = try skipBlank(), next != UInt8(ascii: "]") else {
          throw failure(.invalidJSON(.expected("a value")))
        }
        return try element(of: try lengthOfValue())
      case (.opened, .some):
        state = .inside
        return try element(of: try lengthOfValue())
      case (.inside, _), (.opened, nil): throw failure(.invalidJSON(.expected("\",\" or \"]\"")))
      case (.ended, nil): return nil
      case (.ended, _): throw failure(.invalidJSON(.trailing))
      }
      position += 1
    }
  }

  /// The only list of objects with the name of one in an object.
  private static func list(in value: JSON) -> [JSON]? {
    guard case .object(let object) = value else { return nil }
    let names: Set = [
      "pages", "products", "items", "listings", "data", "results", "records", "rows",
    ]
    let lists = object.members.compactMap { key, value -> [JSON]? in
      guard case .array(let values) = value, case .object = values.first,
        names.contains(key.lowercased())
      else { return nil }
      return values
    }
    return lists.count == 1 ? lists[0] : nil
  }

  /// The length of the value at `position`, with its last bracket, or up to the next separator.
  private mutating func lengthOfValue() throws(SheetError) -> Int {
    var scan = JSONScan()
    repeat {
      let rest = bytes[(position + scan.length)...]
      if rest.withUnsafeBufferPointer({ scan.findEnd($0) }) { return scan.length }
    } while try refill()
    return min(scan.length, bytes.count - position)
  }

  /// Parses the next bytes and moves behind them.
  private mutating func element(of length: Int) throws(SheetError) -> Element {
    let text = Array(bytes[position..<position + length])
    let first = line
    position += length
    do throws(JSONError) {
      let value = try JSON(parsing: text)
      line += Self.lineBreaks(text[...])
      return Element(line: first, value: value)
    } catch {
      if error.reason == .invalidUTF8 { throw input.invalidText(row: first) }
      let before = text.prefix(error.offset)
      let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let row = first + Self.lineBreaks(before)
      // The column is known within the element only.
      let column = row > first || isLines ? "\(error.offset - start + 1)" : nil
      let reason: SheetError.Reason =
        text.contains(0) ? .zeroByte : .invalidJSON(error.reason)
      throw SheetError(path: input.path, row: row, column: column, reason: reason)
    }
  }

  private static func lineBreaks(_ text: ArraySlice<UInt8>) -> Int {
    text.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  private mutating func skipBlank() throws(SheetError) -> UInt8? {
    while let byte = try peek(0) {
      switch byte {
      case 0x0A: line += 1
      case 0x20, 0x09, 0x0D: break
      default: return byte
      }
      position += 1
    }
    return nil
  }

  /// The byte at a distance from `position`; nil at the end of the file.
  private mutating func peek(_ distance: Int) throws(SheetError) -> UInt8? {
    while position + distance >= bytes.count {
      guard try refill() else { return nil }
    }
    return bytes[position + distance]
  }

  /// Reads another block; returns false at the end of the file.
  private mutating func refill() throws(SheetError) -> Bool {
    guard !isAtEnd else { return false }
    guard bytes.count - position <= SheetLimits.rowBytes else {
      throw failure(.rowTooLong(limit: SheetLimits.rowBytes))
    }
    bytes.removeFirst(position)
    position = 0
    isAtEnd = try !input.read(into: &bytes)
    return true
  }

  private func failure(_ reason: SheetError.Reason) -> SheetError {
    SheetError(path: input.path, row: line, reason: reason)
  }
}

/// A search for the end of a value, piece by piece.
private struct JSONScan {
  /// The number of bytes that were searched.
  private(set) var length = 0
  private var depth = 0
  private var isText = false
  private var isEscaped = false

  /// Searches the next bytes; returns whether they have the end, which is then at `length`.
  mutating func findEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes {
      if isEscaped {
        isEscaped = false
      } else if isText {
        isEscaped = byte == UInt8(ascii: "\\")
        isText = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        if depth == 0 { return true }
        depth -= 1
        if depth == 0 {
          length += 1
          return true
        }
      } else if byte == UInt8(ascii: ","), depth == 0 {
        return true
      }
      length += 1
    }
    return false
  }
}
