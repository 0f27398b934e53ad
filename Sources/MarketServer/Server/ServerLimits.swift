/// The sizes, counts and times that a server allows its clients; the defaults are those of API 8.
public struct ServerLimits: Hashable, Sendable {
  /// The bytes of the request line: method, target, version and the separators.
  public var requestLineBytes = 8 * 1024
  /// The bytes of all header lines, each with its colon, space and line end.
  public var headerBytes = 16 * 1024
  /// The number of header fields.
  public var headerFields = 100

  /// The number of open connections.
  public var connections = 512
  /// The number of open connections per address; all addresses of one IPv6 network (/64) count as
  /// one.
  public var connectionsPerAddress = 64

  /// The time from the connection, or from the next request line, to the end of the headers.
  public var headerTimeout: Duration = .seconds(10)
  /// The time for which a body may arrive at any rate.
  public var bodyGrace: Duration = .seconds(10)
  /// The bytes of a body that must have arrived for each second after ``bodyGrace``, which is also
  /// the longest pause.
  public var bodyBytesPerSecond = 8 * 1024
  /// The time from the end of the headers to the end of the body, at any rate.
  public var bodyTimeout: Duration = .seconds(600)
  /// The time from a response to the next request line.
  public var idleTimeout: Duration = .seconds(30)
  /// The time from the first to the last byte of a response.
  public var writeTimeout: Duration = .seconds(60)
  /// The bytes of all responses that clients have not read yet, without those below 16 KiB.
  public var responseBytes = 128 << 20
  /// The time for which a client may keep the server waiting before its connection can be closed in
  /// favor of a new one.
  public var protectedIdleTime: Duration = .seconds(2)
  /// The time for which the server reads and discards what a refused client still sends.
  ///
  /// Closing a socket with unread bytes resets the connection, and the client may lose the
  /// response.
  public var lingerTimeout: Duration = .seconds(2)
  /// The time for which ``HTTPServer/stop()`` waits for running requests.
  public var drainTimeout: Duration = .seconds(10)
}
