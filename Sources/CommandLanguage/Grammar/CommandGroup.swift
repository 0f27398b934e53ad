/// The groups that commands are shown in.

/// The groups of `help`, in their order.
public enum CommandGroup: String, CaseIterable, Hashable, Sendable {
  case look, sell, batch, keep, market, shell

  /// The heading in the overview.
  public var title: String {
    switch self {
    case .look: "Look around"
    case .sell: "Sell"
    case .batch: "Work in batches"
    case .keep: "Keep track"
    case .market: "Markets"
    case .shell: "This shell"
    }
  }
}
