/// One line of the request log, as facts.

/// A request that is over. Method and target are safe to print: no control or format character is
/// in them, and they are short.
public struct RequestLogEntry: Hashable, Sendable {
  /// At most 20 characters.
  public let method: String
  /// The target as redacted by the configuration, at most 200 characters.
  public let target: String
  /// Nil where the client left before an answer, or where the library itself refused it.
  public let status: Int?
  /// Bytes of the body as far as it was read.
  public let bytesIn: Int
  /// Bytes of the answer's body, 0 for HEAD.
  public let bytesOut: Int
  /// From the request line to the last byte of the answer.
  public let microseconds: Int
  public let peer: String

  /// `text` without characters that could steer a terminal or forge a line of the log.
  static func cleaned(_ text: String, limit: Int) -> String {
    let printable = text.unicodeScalars.lazy.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
        .unassigned:
        false
      default: true
      }
    }
    // Counted in scalars, since one character may be any number of combining marks.
    return String(String.UnicodeScalarView(printable.prefix(limit)))
  }
}
