import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// A change that was made, but whose output could not be written. It must not look like a change
/// that failed, because then it would be made again.
struct OutputLost: ReportedError {
  /// What was changed, one line each.
  let changes: [Message]
  let cause: any Error

  func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(
      "the change was made, but its output could not be written", exitCode: .outputLost)
    report.details = changes
    return report
  }
}

extension Interpreter {
  /// Writes the output of a command.
  ///
  /// - Throws: ``OutputLost`` if a change was made.
  func deliver(
    _ output: Output, of spec: CommandSpec?, _ context: CommandContext
  ) async throws {
    do {
      try await write(output, context)
    } catch let error as TerminalError {
      let isReaderGone =
        error == .closed(.output)
        && context.console.capabilities(of: .output).isTerminal
      guard let spec, spec.effect != .reads, spec.effect != .changesShell, output.isChange,
        !isReaderGone
      else { throw error }
      throw OutputLost(changes: output.changedListings, cause: error)
    }
  }
}

extension Output {
  fileprivate var isChange: Bool {
    switch self {
    case .dryRun, .none: false
    default: true
    }
  }

  /// The listings of a change, each with its id and name.
  fileprivate var changedListings: [Message] {
    switch self {
    case .change(let change): [change.listing]
    case .changes(let changes): changes.map(\.listing)
    default: []
    }
  }
}

extension ListingChange {
  /// `236 @MUG-01 Oak mug`.
  fileprivate var listing: Message {
    let (id, name) = ("\(row.product.id)", row.product.name)
    guard let code = row.code else { return "\(formatted: id) \(name)" }
    return "\(formatted: id) @\(code) \(name)"
  }
}
