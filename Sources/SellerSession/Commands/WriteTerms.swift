package import CommandLanguage
package import ListingWrites
import MarketRender
import Messages
import TerminalKit

/// The options `--yes`, `--dry-run` and `--allow` of a command. A batch passes its own to each
/// command.
package struct WriteTerms: Hashable, Sendable {
  /// Whether all questions are answered with yes.
  package var isAnswered = false
  /// Whether it is a dry run, so that nothing is sent.
  package var isDry = false
  package var allowed: Set<Allowance> = []

  package init(isAnswered: Bool = false, isDry: Bool = false, allowed: Set<Allowance> = []) {
    self.isAnswered = isAnswered
    self.isDry = isDry
    self.allowed = allowed
  }
}

/// The options for ``WriteTerms``.
package enum WriteOptions {
  package static let yes = Flag("yes", short: "y", help: "do not ask for confirmation")
  package static let dryRun = Flag("dry-run", help: "show what would be sent, and send nothing")
    .role(
      .dryRun)
  package static let keep = Flag(
    "keep", help: "remove without copies of the photos, so that it cannot be undone", default: true)
  package static let allow = Option<CommaSeparated<Allowance>?>(
    "allow", help: "changes that need no confirmation")
}

extension WriteTerms {
  /// Reads the options of a command.
  package init(_ input: Input) {
    self.init(
      isAnswered: input.value(of: WriteOptions.yes) ?? false,
      isDry: input.value(of: WriteOptions.dryRun) ?? false,
      allowed: Set((input.value(of: WriteOptions.allow) ?? nil)?.items ?? []))
  }
}
