public import MarketWire
public import Messages

/// Events that are written one by one, as they happen.
public struct EventStream: Sendable {
  public struct Event: Sendable {
    /// When it happened.
    public var date: WireDate
    /// What happened, for people.
    public var text: Message
    /// The same for programs.
    public var object: JSONObject

    public init(date: WireDate, text: Message, object: JSONObject) {
      self.date = date
      self.text = text
      self.object = object
    }
  }

  /// The keys for programs.
  public var keys: [String]
  /// Passes each event to the consumer when it happens.
  public let read: @Sendable ((Event) async throws -> Void) async throws -> Void

  public init(
    keys: [String], read: @escaping @Sendable ((Event) async throws -> Void) async throws -> Void
  ) {
    self.keys = keys
    self.read = read
  }
}
