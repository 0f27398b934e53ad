import TerminalKit

/// A collection of completion candidates, best first, that are created on access. A menu shows
/// about ten of a thousand candidates, so labels, prices and picture sizes of the others need not
/// be created.
public struct Candidates: RandomAccessCollection, Sendable {
  /// The number of labels that are measured. A wider label after them is truncated.
  private static let measuredLimit = 1_000

  public let count: Int
  /// The width of the widest label in columns.
  let widest: Int
  /// Whether any candidate has a detail.
  let hasDetails: Bool
  private let makeText: @Sendable (Int) -> String
  private let make: @Sendable (Int) -> Candidate

  public init(_ all: [Candidate]) {
    let measured = all.prefix(Self.measuredLimit)
    self.init(
      count: all.count, widest: measured.lazy.map(\.label.width).max() ?? 0,
      hasDetails: measured.contains { !$0.detail.isEmpty }, text: { all[$0].text },
      candidate: { all[$0] })
  }

  /// Creates a collection of candidates that are created on access; `candidate` must return the
  /// same value each time.
  ///
  /// - Parameters:
  ///   - widest: the width of the widest label in columns.
  ///   - hasDetails: whether any candidate has a detail.
  ///   - text: the text of the candidate at an index, without its label and detail.
  public init(
    count: Int, widest: Int, hasDetails: Bool, text: @escaping @Sendable (Int) -> String,
    candidate: @escaping @Sendable (Int) -> Candidate
  ) {
    self.count = count
    self.widest = widest
    self.hasDetails = hasDetails
    makeText = text
    make = candidate
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(index: Int) -> Candidate { make(index) }

  /// The text that the candidate at `index` inserts.
  func text(at index: Int) -> String { makeText(index) }
}

extension Candidates: Hashable {
  public static func == (left: Candidates, right: Candidates) -> Bool {
    left.count == right.count && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(widest)
  }
}
