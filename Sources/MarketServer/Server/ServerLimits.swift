/// The sizes, counts and times that a server allows its clients.

/// Limits; the values given here are those of API section 8.
public struct ServerLimits: Hashable, Sendable {
  /// Bytes of method, target and version with what stands between them.
  public var requestLineBytes = 8 * 1024
  /// Bytes of all header lines, each with its colon, blank and line end.
  public var headerBytes = 16 * 1024
  /// Header fields.
  public var headerFields = 100

  /// Open connections in all.
  public var connections = 512
  /// Open connections of one address; the addresses of one IPv6 network (/64) count as one.
  public var connectionsPerAddress = 64

  /// From the connection, or from the request line of a later request, to the end of the headers.
  public var headerTimeout: Duration = .seconds(10)
  /// From the end of the headers to the end of the body.
  public var bodyTimeout: Duration = .seconds(60)
  /// From the answer to the next request line.
  public var idleTimeout: Duration = .seconds(30)
  /// From the first byte of the answer to the last.
  public var writeTimeout: Duration = .seconds(60)
  /// How long what a refused client still sends is read and thrown away, so that it sees the
  /// answer: closing with unread bytes would reset the connection and may destroy it on the way.
  public var lingerTimeout: Duration = .seconds(2)
  /// How long ``HTTPServer/stop()`` waits for running requests before it shuts them down.
  public var drainTimeout: Duration = .seconds(10)

  public init() {}
}
