/// On which terms a write is done: asked or not, sent or only shown, with which guards lifted.
package import CommandLanguage
import MarketRender
import Messages
package import SellerSession
import TerminalKit

/// What `--yes`, `--dry-run` and `--allow` of a command say; a batch hands its own on to it.
package struct WriteTerms: Hashable, Sendable {
  /// Questions are answered with yes.
  package var isAnswered = false
  /// Nothing is sent.
  package var isDry = false
  package var allowed: Set<Allowance> = []
}

/// The options that stand for them.
package enum WriteOptions {
  package static let yes = Flag("yes", short: "y", help: "do not ask")
  package static let dryRun = Flag("dry-run", help: "show what would be sent, and send nothing")
    .role(
      .dryRun)
  package static let allow = Option<CommaSeparated<Allowance>?>(
    "allow", help: "changes that are asked about otherwise")
}

extension WriteTerms {
  /// The terms that the options of a command name.
  package init(_ input: Input) {
    self.init(
      isAnswered: input.value(of: WriteOptions.yes) ?? false,
      isDry: input.value(of: WriteOptions.dryRun) ?? false,
      allowed: Set((input.value(of: WriteOptions.allow) ?? nil)?.items ?? []))
  }
}
