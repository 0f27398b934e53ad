package import MarketRender
import Messages
package import SellerSession

/// Changes that were not taken back because of what others did since.
package struct UndoFailure: ErrorWithOutput {
  let conflicts: [Message]
  /// Whether none of them can ever be taken back.
  package var isFinal = false
  /// Whether they were to be made again.
  package var isRedo = false
  /// What was taken back nevertheless; nil if nothing was.
  package var output: Output?

  package func report(at market: MarketProfile?) -> ErrorReport {
    if isRedo {
      return ErrorReport(
        Message(
          count: conflicts.count,
          one: "1 change was not made again, because its listing is different now",
          other:
            "\(conflicts.count) changes were not made again, because their listings are different now"
        ),
        suggestions: ["log"], exitCode: .incomplete)
    }
    return ErrorReport(
      isFinal
        ? Message(
          count: conflicts.count, one: "1 change cannot be undone",
          other: "\(conflicts.count) changes cannot be undone")
        : Message(
          count: conflicts.count,
          one: "1 change was not undone, because its listing is different now",
          other:
            "\(conflicts.count) changes were not undone, because their listings are different now"),
      suggestions: ["undo --list"], exitCode: .incomplete)
  }
}
