/// Reading `multipart/form-data` leniently, as the old server did (API 1.5), within limits (API 8).
import Foundation

/// One part; its body is a slice of the request's.
public struct MultipartPart: Sendable {
  /// The `name` of its disposition.
  public let name: String
  /// The file name as sent, which may be empty; nil where none was sent. Never a path to be used.
  public let filename: String?
  /// The content, without the line end that belongs to the next delimiter.
  public let body: ArraySlice<UInt8>
}

/// Why a body cannot be read as parts.
public enum MultipartError: Error, Hashable, Sendable {
  /// The content type is missing or another one.
  case notMultipart
  /// The content type names no boundary of 1 to 200 bytes.
  case noBoundary
  /// The boundary named in the header never occurs.
  case boundaryNotFound
  /// The last part is not closed by a boundary: the body was cut off.
  case unterminated
  /// More parts than `limit`.
  case tooManyParts(limit: Int)
  /// The headers of a part have more than `limit` bytes.
  case headersTooLarge(limit: Int)
  /// The headers of part `index` (from 1) do not end, or say no name.
  case brokenHeaders(part: Int)
}

/// Reads bodies, in a time in proportion to their length.
public enum MultipartReader {
  /// The largest number of parts (API 8).
  public static let partLimit = 16
  /// The largest number of bytes that the headers of a part may have, as on the old server.
  public static let headerLimit = 10_240

  /// Takes `body` apart by the boundary in `contentType`.
  public static func parts(
    of body: [UInt8], contentType: String?
  ) throws(MultipartError) -> [MultipartPart] {
    let delimiter = Delimiter(boundary: try boundary(in: contentType))
    guard var line = delimiter.first(in: body) else { throw .boundaryNotFound }
    var parts: [MultipartPart] = []
    while line.end != .last {
      guard case .next(let start) = line.end else { throw .unterminated }
      guard parts.count < partLimit else { throw .tooManyParts(limit: partLimit) }
      let head = try head(in: body, from: start, delimiter, part: parts.count + 1)
      guard let next = delimiter.next(in: body, from: head.end) else { throw .unterminated }
      parts.append(
        MultipartPart(
          name: head.name, filename: head.filename, body: body[head.end..<next.contentEnd]))
      line = next
    }
    return parts
  }

  /// The boundary of a content type; it may be quoted and stand anywhere among the parameters.
  static func boundary(in contentType: String?) throws(MultipartError) -> String {
    let value = contentType?.utf8.drop { $0 == 0x20 || $0 == 0x09 }
    guard let value, String(value.prefix(10))?.lowercased() == "multipart/" else {
      throw .notMultipart
    }
    guard let boundary = HeaderParameters(value)["boundary"], !boundary.isEmpty,
      boundary.utf8.count <= 200
    else { throw .noBoundary }
    return boundary
  }

  /// What the headers of a part say, and where its content begins.
  private struct Head {
    let name: String
    let filename: String?
    let end: Int
  }

  private static func head(
    in body: [UInt8], from start: Int, _ delimiter: Delimiter, part: Int
  ) throws(MultipartError) -> Head {
    var disposition: HeaderParameters?
    var position = start
    let limit = min(body.count, start + headerLimit)
    while let end = lineEnd(in: body, from: position, to: limit) {
      if end == position {
        guard let disposition, let name = disposition["name"] else {
          throw .brokenHeaders(part: part)
        }
        let filename = disposition["filename*"] ?? disposition["filename"]
        return Head(name: name, filename: filename, end: end + 2)
      }
      guard delimiter.line(in: body, at: position) == nil else { throw .brokenHeaders(part: part) }
      if let value = value(of: "content-disposition", in: body[position..<end]) {
        disposition = HeaderParameters(value)
      }
      position = end + 2
    }
    throw limit < body.count ? .headersTooLarge(limit: headerLimit) : .unterminated
  }

  private static func lineEnd(in body: [UInt8], from start: Int, to limit: Int) -> Int? {
    var index = start
    while index + 1 < limit {
      if body[index] == 13, body[index + 1] == 10 { return index }
      index += 1
    }
    return nil
  }

  /// The value of a line if its field is `name`; the blank after the colon may be missing.
  private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let found = String(decoding: line[..<colon], as: UTF8.self)
    return found.lowercased() == name ? line[(colon + 1)...] : nil
  }
}

/// The line that stands between parts.
private struct Delimiter {
  /// A delimiter that was found.
  struct Line: Equatable {
    /// Where the content before it ends.
    let contentEnd: Int
    let end: End
  }

  /// How a delimiter ends.
  enum End: Equatable {
    /// A part follows, from this index.
    case next(Int)
    case last
    /// The body ends within the line.
    case cutOff
  }

  /// CR LF, two dashes, the boundary: at most 204 bytes, compared only where a CR stands.
  private let bytes: [UInt8]

  init(boundary: String) {
    bytes = Array("\r\n--\(boundary)".utf8)
  }

  /// The first delimiter stands at the start of the body or of a line; what comes before is not
  /// ours to read.
  func first(in body: [UInt8]) -> Line? {
    line(in: body, at: 0) ?? next(in: body, from: 0)
  }

  /// The next delimiter that follows a CR LF at or after `start`.
  func next(in body: [UInt8], from start: Int) -> Line? {
    var position = start
    while let found = find(in: body, from: position) {
      if let end = end(in: body, from: found + bytes.count) {
        return Line(contentEnd: found, end: end)
      }
      position = found + bytes.count
    }
    return nil
  }

  /// The delimiter that begins at `index`, without the CR LF before it.
  func line(in body: [UInt8], at index: Int) -> Line? {
    let dashes = bytes.dropFirst(2)
    guard body[index...].starts(with: dashes) else { return nil }
    return end(in: body, from: index + dashes.count).map { Line(contentEnd: index, end: $0) }
  }

  private func find(in body: [UInt8], from start: Int) -> Int? {
    body.withUnsafeBytes { body in
      bytes.withUnsafeBytes { bytes in
        guard let base = body.baseAddress, let delimiter = bytes.baseAddress else { return nil }
        var position = start
        while position + bytes.count <= body.count,
          let found = memchr(base + position, 13, body.count - bytes.count + 1 - position)
        {
          if memcmp(found, delimiter, bytes.count) == 0 { return UnsafeRawPointer(found) - base }
          position = UnsafeRawPointer(found) - base + 1
        }
        return nil
      }
    }
  }

  /// What follows a boundary: blanks and a line end, or two dashes and anything that could not
  /// belong to a boundary. Otherwise the boundary is only the beginning of another one.
  private func end(in body: [UInt8], from start: Int) -> End? {
    let rest = body[start...]
    if rest.starts(with: [45, 45]) {
      return rest.count > 2 && rest[start + 2] > 0x20 ? nil : .last
    }
    let afterBlanks = rest.drop { $0 == 0x20 || $0 == 0x09 }
    if afterBlanks.starts(with: [13, 10]) { return .next(afterBlanks.startIndex + 2) }
    return afterBlanks.isEmpty || Array(afterBlanks.prefix(2)) == [13] || rest.elementsEqual([45])
      ? .cutOff : nil
  }
}
