import Foundation

/// A part of a form; its body is a slice of the request body.
public struct MultipartPart: Sendable {
  /// The parameter `name` of the `Content-Disposition` header.
  public let name: String
  /// The filename as sent, which may be empty, or nil; it must never be used as a path.
  public let filename: String?
  /// The content, without the line break that belongs to the next delimiter.
  public let body: ArraySlice<UInt8>
}

/// An error in the form of a request.
public enum MultipartError: Error, Hashable, Sendable {
  /// The content type is missing or not multipart.
  case notMultipart
  /// The content type has no boundary of 1 to 200 bytes.
  case noBoundary
  /// The boundary does not occur in the body.
  case boundaryNotFound
  /// No boundary follows the last part: the body is cut off.
  case unterminated
  /// The body has more parts than `limit`.
  case tooManyParts(limit: Int)
  /// The headers of a part have more than `limit` bytes.
  case headersTooLarge(limit: Int)
  /// The headers of a part, counted from 1, do not end or have no name.
  case brokenHeaders(part: Int)
}

/// A lenient parser of `multipart/form-data` (API 1.5), with limits (API 8.1).
///
/// Its running time is linear in the length of the body.
public enum MultipartReader {
  /// The maximum number of parts (API 8.1).
  public static let partLimit = 16
  /// The maximum size of the headers of a part, in bytes, as on the training server (API 1.1).
  public static let headerLimit = 10_240

  /// Returns the parts of a body.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - contentType: The value of the `Content-Type` header, with the boundary.
  /// - Throws: ``MultipartError``.
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

  /// Returns the boundary of a content type.
  static func boundary(in contentType: String?) throws(MultipartError) -> String {
    let value = contentType?.utf8.drop(while: isBlank)
    guard let value, String(value.prefix(10))?.lowercased() == "multipart/" else {
      throw .notMultipart
    }
    guard let boundary = HeaderParameters(value)["boundary"], !boundary.isEmpty,
      boundary.utf8.count <= 200
    else { throw .noBoundary }
    return boundary
  }

  /// The headers of a part and the index at which its content begins.
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

  /// Returns the value of a header line if its name is `name`; the space after the colon is optional.
  private static func value(of name: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let found = String(decoding: line[..<colon], as: UTF8.self)
    return found.lowercased() == name ? line[(colon + 1)...] : nil
  }
}

/// A search for the lines that separate parts.
private struct Delimiter {
  /// A delimiter line in the body.
  struct Line: Equatable {
    /// The index at which the content before the line ends.
    let contentEnd: Int
    let end: End
  }

  /// The end of a delimiter line.
  enum End: Equatable {
    /// A part begins at this index.
    case next(Int)
    case last
    /// The body ends inside the line.
    case cutOff
  }

  /// CR LF, two dashes and the boundary: at most 204 bytes, compared only at each CR.
  private let bytes: [UInt8]

  init(boundary: String) {
    bytes = Array("\r\n--\(boundary)".utf8)
  }

  /// Returns the first delimiter, at the start of the body or of a line; text before it is ignored.
  func first(in body: [UInt8]) -> Line? {
    line(in: body, at: 0) ?? next(in: body, from: 0)
  }

  /// Returns the next delimiter after a CR LF at or after `start`.
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

  /// Returns the delimiter that begins at `index`, without its CR LF.
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

  /// Returns what follows a boundary, or nil if the text is only a prefix of a longer boundary.
  ///
  /// A boundary ends with optional spaces and a line break, or with two dashes.
  private func end(in body: [UInt8], from start: Int) -> End? {
    let rest = body[start...]
    if rest.starts(with: [45, 45]) {
      return rest.count > 2 && rest[start + 2] > 0x20 ? nil : .last
    }
    let afterBlanks = rest.drop(while: isBlank)
    if afterBlanks.starts(with: [13, 10]) { return .next(afterBlanks.startIndex + 2) }
    return afterBlanks.isEmpty || Array(afterBlanks.prefix(2)) == [13] || rest.elementsEqual([45])
      ? .cutOff : nil
  }
}
