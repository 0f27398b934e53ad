/// Reading `multipart/form-data` leniently, as the old server did (API 1.5), within limits (API 8).

/// One part; its body is a slice of the request's.
public struct MultipartPart: Sendable {
  /// The `name` of its disposition.
  public let name: String
  /// The file name as sent, which may be empty; nil where none was sent. Never a path to be used.
  public let filename: String?
  public let body: ArraySlice<UInt8>
}

/// Why a body cannot be read as parts.
public enum MultipartProblem: Error, Hashable, Sendable {
  case notMultipart
  case noBoundary
  /// The boundary named in the header never occurs.
  case boundaryNotFound
  /// The last part is not closed by a boundary: the body was cut off.
  case unterminated
  case tooManyParts(limit: Int)
  case headersTooLarge(limit: Int)
  /// The headers of part `index` (from 1) do not end, or say no name.
  case brokenHeaders(part: Int)
}

/// Reads bodies.
public enum MultipartReader {
  public static let partLimit = 16
  public static let headerLimit = 10_240

  /// Takes `body` apart by the boundary in `contentType`.
  public static func parts(
    of body: [UInt8], contentType: String?
  ) throws(MultipartProblem) -> [MultipartPart] {
    let boundary = try boundary(in: contentType)
    let delimiter = Array("--\(boundary)".utf8)
    guard var position = firstDelimiter(delimiter, in: body) else { throw .boundaryNotFound }
    var parts: [MultipartPart] = []
    while true {
      position += delimiter.count
      if body[position...].starts(with: [45, 45]) { return parts }
      position = skipLineEnd(in: body, from: position)
      guard parts.count < partLimit else { throw .tooManyParts(limit: partLimit) }
      guard let next = delimiterAfterLine(delimiter, in: body, from: position) else {
        throw .unterminated
      }
      parts.append(try part(body[position..<next.contentEnd], index: parts.count + 1))
      position = next.delimiter
    }
  }

  /// The boundary of a content type; it may be quoted and stand anywhere among the parameters.
  private static func boundary(in contentType: String?) throws(MultipartProblem) -> String {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/") else {
      throw .notMultipart
    }
    let parameters = HeaderParameters(contentType)
    guard let boundary = parameters["boundary"], !boundary.isEmpty, boundary.utf8.count <= 200
    else { throw .noBoundary }
    return boundary
  }

  /// The first delimiter stands at the start of the body or of a line; what comes before is not
  /// ours to read.
  private static func firstDelimiter(_ delimiter: [UInt8], in body: [UInt8]) -> Int? {
    if isDelimiter(delimiter, in: body, at: 0) { return 0 }
    return delimiterAfterLine(delimiter, in: body, from: 0)?.delimiter
  }

  /// The next delimiter that follows a CR LF at or after `start`, and where the content before ends.
  private static func delimiterAfterLine(
    _ delimiter: [UInt8], in body: [UInt8], from start: Int
  ) -> (contentEnd: Int, delimiter: Int)? {
    body.withUnsafeBufferPointer { bytes in
      var index = start
      let last = bytes.count - delimiter.count - 2
      while index <= last {
        if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 45,
          isDelimiter(delimiter, in: bytes, at: index + 2)
        {
          return (index, index + 2)
        }
        index += 1
      }
      return nil
    }
  }

  /// Whether a delimiter stands at `index`, ended by `--`, a line end, blanks before one, or the
  /// end of the body; so that a boundary may be the beginning of another.
  private static func isDelimiter(
    _ delimiter: [UInt8], in bytes: some RandomAccessCollection<UInt8>, at index: Int
  ) -> Bool {
    let start = bytes.index(bytes.startIndex, offsetBy: index)
    let rest = bytes[start...]
    guard rest.starts(with: delimiter) else { return false }
    switch rest.dropFirst(delimiter.count).first {
    case nil, 45, 13, 32, 9: return true
    default: return false
    }
  }

  private static func skipLineEnd(in body: [UInt8], from position: Int) -> Int {
    var index = position
    while index < body.count, body[index] == 32 || body[index] == 9 { index += 1 }
    if index + 1 < body.count, body[index] == 13, body[index + 1] == 10 { index += 2 }
    return index
  }

  private static func part(
    _ slice: ArraySlice<UInt8>, index: Int
  ) throws(MultipartProblem) -> MultipartPart {
    var disposition: HeaderParameters?
    var position = slice.startIndex
    while true {
      let limit = min(slice.endIndex, slice.startIndex + headerLimit)
      guard let end = lineEnd(in: slice[position..<limit]) else {
        guard limit < slice.endIndex || slice.count > headerLimit else {
          throw .brokenHeaders(part: index)
        }
        throw .headersTooLarge(limit: headerLimit)
      }
      let line = slice[position..<end]
      position = end + 2
      if line.isEmpty { break }
      if let value = field("content-disposition", in: line) {
        disposition = HeaderParameters(value)
      }
    }
    guard let disposition, let name = disposition["name"] else { throw .brokenHeaders(part: index) }
    return MultipartPart(
      name: name, filename: disposition["filename*"] ?? disposition["filename"],
      body: slice[position...])
  }

  private static func lineEnd(in slice: ArraySlice<UInt8>) -> Int? {
    var index = slice.startIndex
    while index + 1 < slice.endIndex {
      if slice[index] == 13, slice[index + 1] == 10 { return index }
      index += 1
    }
    return nil
  }

  /// The value of a line if its field is `name`; the blank after the colon may be missing.
  private static func field(_ name: String, in line: ArraySlice<UInt8>) -> String? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let found = String(decoding: line[..<colon], as: UTF8.self)
    guard found.lowercased() == name else { return nil }
    return String(decoding: line[(colon + 1)...], as: UTF8.self)
  }
}
