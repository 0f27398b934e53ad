public import Messages

/// The groups of commands, in the order of `help`.
public enum CommandGroup: String, CaseIterable, Hashable, Sendable {
  case look, sell, batch, keep, market, shell

  /// The heading in help.
  public var title: Message {
    switch self {
    case .look: "Browse"
    case .sell: "Sell"
    case .batch: "Batches"
    case .keep: "Keep track"
    case .market: "Markets"
    case .shell: "Shell"
    }
  }
}
