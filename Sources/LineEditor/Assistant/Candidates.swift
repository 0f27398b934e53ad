/// What may be picked, made one by one as it is looked at.
import TerminalKit

/// Candidates, best first. A menu shows a handful of a thousand, so what is not looked at need not
/// be made: labels, amounts of money, sizes of pictures.
public struct Candidates: RandomAccessCollection, Sendable {
  /// Widths are taken from so many; a wider label after them is cut.
  private static let measuredLimit = 1_000

  public let count: Int
  /// Columns of the widest label.
  let widest: Int
  /// Whether any of them has a detail.
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

  /// Candidates that are made when they are asked for, always the same ones.
  /// - Parameters:
  ///   - widest: the columns of the widest label.
  ///   - hasDetails: whether any candidate has a detail.
  ///   - text: the text alone of the candidate at an index, made without its label and detail.
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

  /// What the candidate at an index puts into the line.
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
