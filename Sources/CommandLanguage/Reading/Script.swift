public import Foundation

/// A file of commands; iterating it reads one command at a time.
public struct Script: Sequence, Sendable {
  /// The reason why data is not a script.
  public enum Problem: Error, Hashable, Sendable {
    /// The file has a byte order mark of UTF-16 or UTF-32.
    case otherEncoding(String)
    /// The first line that is not UTF-8, from 1.
    case notUTF8(line: Int)
  }

  /// The start of addresses: the name of the file as it was typed, or `-c`.
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// Decodes UTF-8 with or without a byte order mark.
  public init(name: String, data: Data) throws(Problem) {
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      throw .otherEncoding("UTF-16")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .notUTF8(line: Self.lineOfFirstFault(in: data))
    }
    self.init(name: name, text: text)
  }

  public func makeIterator() -> Tokenizer { Tokenizer(text) }

  /// The address of a place: `autumn.market:14:22`.
  public func address(of place: SourcePlace) -> String { "\(name):\(place.line):\(place.column)" }

  private static func lineOfFirstFault(in data: Data) -> Int {
    var line = 1
    var start = data.startIndex
    while start < data.endIndex {
      let end = data[start...].firstIndex(of: Byte.lineFeed) ?? data.endIndex
      if String(validating: data[start..<end], as: UTF8.self) == nil { return line }
      line += 1
      start = end < data.endIndex ? data.index(after: end) : end
    }
    return line
  }
}
