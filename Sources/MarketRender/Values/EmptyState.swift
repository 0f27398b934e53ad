public import Messages

/// Why a result is empty, and one command to try next.
public struct EmptyState: Hashable, Sendable {
  /// A whole sentence, such as `Nothing matches "mug" among your 40 listings.`
  public var reason: Message
  /// The effect of the suggested command, such as `Look everywhere`.
  public var lead: Message
  /// The command to type, without the program's name; nil if there is none.
  public var suggestion: String?

  public init(reason: Message, lead: Message = "Try", try suggestion: String? = nil) {
    self.reason = reason
    self.lead = lead
    self.suggestion = suggestion
  }
}
