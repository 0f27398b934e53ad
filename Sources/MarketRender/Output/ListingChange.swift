/// What was done to listings, told to people as a sentence and to programs as the listing itself.
import MarketWire
import Messages
import TerminalKit

/// A listing that was added, changed or removed.
public struct ListingChange: Hashable, Sendable {
  /// A member that is not what it was; long texts are named without their values.
  public struct Difference: Hashable, Sendable {
    public var label: String
    public var from: String?
    public var to: String?

    public init(_ label: String, from: String?, to: String?) {
      self.label = label
      self.from = from
      self.to = to
    }
  }

  /// In the past: `added`, `changed`, `removed`.
  public var verb: String
  /// The listing as it is now, or was when it went.
  public var row: ListingRow
  public var differences: [Difference]
  /// What else there is to say, such as what was done to a photo.
  public var notes: [String]
  /// The command that turns it back.
  public var undoCommand: String?

  public init(
    _ verb: String, _ row: ListingRow, differences: [Difference] = [], notes: [String] = [],
    undoCommand: String? = nil
  ) {
    self.verb = verb
    self.row = row
    self.differences = differences
    self.notes = notes
    self.undoCommand = undoCommand
  }
}

extension ListingChange {
  /// `added 236 @MUG-01 Oak mug ₩12,000`, then what changed, notes and the way back, each on a line
  /// of its own.
  func lines(money: MoneyText, theme: Theme) -> [StyledText] {
    var head = StyledText(verb, theme.success) + StyledText(" \(row.product.id) ", .bold)
    if let code = row.code { head.append("@\(UntrustedText(code).line) ", theme.own) }
    head.append(UntrustedText(row.product.name).line)
    if differences.isEmpty, let price = row.product.salePrice ?? row.product.price {
      head.append("  \(money.text(price))", theme.quiet)
    }
    let changed = differences.map { difference -> StyledText in
      var line = StyledText("  \(difference.label) ", theme.quiet)
      guard difference.from != nil || difference.to != nil else { return line + "changed" }
      line += StyledText(UntrustedText(difference.from ?? "–").line, theme.quiet)
      line += StyledText(" → ", theme.quiet)
      return line + StyledText(UntrustedText(difference.to ?? "–").line)
    }
    let notes = notes.map { StyledText("  \(UntrustedText($0).line)", theme.quiet) }
    let back = undoCommand.map {
      StyledText("  turn it back: ", theme.quiet)
        + StyledText(UntrustedText($0).line, theme.command)
    }
    return [head] + changed + notes + (back.map { [$0] } ?? [])
  }
}
