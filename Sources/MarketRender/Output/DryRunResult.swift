public import Messages
import TerminalKit

/// What a command would do; nothing was sent.
public struct DryRunResult: Sendable {
  /// A sentence with the counts, such as `Nothing was sent. This would change 3 listings at home.`
  /// Nil for a command of a file, whose end says it.
  public var heading: Message?
  /// The listings as they would be after the command.
  public var steps: DryRunSteps
  /// A new listing as buyers would see it; it is shown instead of its step.
  public var draft: ListingDetail?
  /// Further facts, such as which listings are left out and which changes need confirmation.
  public var notes: [Message]

  public init(
    _ heading: Message, steps: DryRunSteps, draft: ListingDetail? = nil, notes: [Message] = []
  ) {
    self.heading = heading
    self.steps = steps
    self.draft = draft
    self.notes = notes
  }

  public init(
    _ heading: Message, steps: [ListingChange], draft: ListingDetail? = nil, notes: [Message] = []
  ) {
    self.init(heading, steps: DryRunSteps(steps), draft: draft, notes: notes)
  }

  /// The lines for people, without the draft.
  func lines(_ viewport: Viewport) -> [StyledText] {
    let head = heading.map { [viewport.text($0, viewport.theme.title)] } ?? []
    return head + stepLines(viewport) + notes.map { viewport.text($0) }
  }

  private func stepLines(_ viewport: Viewport) -> [StyledText] {
    guard draft == nil else {
      return steps.flatMap(\.notes).map { "  " + viewport.text($0, viewport.theme.quiet) }
    }
    return steps.flatMap { $0.lines(viewport, isDryRun: true) }
  }

  /// Parts of at most 500 changes, which together have the same lines.
  var parts: some RandomAccessCollection<DryRunResult> {
    let size = 500
    let count = max((steps.count + size - 1) / size, 1)
    return (0..<count).lazy.map { index in
      let first = index * size
      var part = self
      // A part is written twice for programs: as rows, and as lines for people.
      part.steps = DryRunSteps(Array(steps[first..<Swift.min(first + size, steps.count)]))
      if index > 0 { part.heading = nil }
      if index < count - 1 { part.notes = [] }
      return part
    }
  }
}

/// The changes of a dry run. Those of a table are made when they are written, so that they are never all
/// in memory.
public struct DryRunSteps: RandomAccessCollection, Sendable {
  public let endIndex: Int
  private let make: @Sendable (Int) -> ListingChange

  /// - Parameter make: returns the change at an index.
  public init(count: Int, _ make: @escaping @Sendable (Int) -> ListingChange) {
    endIndex = count
    self.make = make
  }

  init(_ steps: [ListingChange]) {
    self.init(count: steps.count) { steps[$0] }
  }

  public var startIndex: Int { 0 }

  public subscript(index: Int) -> ListingChange { make(index) }
}
