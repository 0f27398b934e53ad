/// A list that arrives in pieces, so that 100,000 rows need no more memory than a page.
///
/// 1. The pieces are read once, in order. At most one is read ahead of the one that is written.
/// 2. If reading fails, the rows before the failure have already been written.
public struct ListingStream: Sendable {
  /// Takes the next rows and returns when they have been written.
  public typealias Consumer = ([ListingRow]) async throws -> Void

  /// The list without its rows: heading, presentation, empty state.
  public var page: ListingPage
  /// Passes each piece to the consumer; a piece may have any number of rows.
  public let read: @Sendable (Consumer) async throws -> Void

  public init(
    _ page: ListingPage = ListingPage(), read: @escaping @Sendable (Consumer) async throws -> Void
  ) {
    self.page = page
    self.read = read
  }
}
