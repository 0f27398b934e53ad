import MarketWire
import Messages
import TerminalKit

/// A listing that was added, changed, replaced or removed.
///
/// People read it as a sentence, programs as the listing itself.
public struct ListingChange: Hashable, Sendable {
  /// A field with a new value; a long text has neither value.
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

  /// In the past tense: `added`, `changed`, `removed`.
  public var verb: String
  /// The listing as it is now, or as it was before it was removed.
  public var row: ListingRow
  public var differences: [Difference]
  /// Further facts, such as how a photo was prepared.
  public var notes: [String]
  /// The command that undoes the change; nil if there is none.
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
  /// `added 236 @MUG-01 Oak mug ₩12,000`, then a line for each difference and note, and the undo
  /// command.
  func lines(money: MoneyText, theme: Theme) -> [StyledText] {
    var lines = [heading(money: money, theme: theme)]
    lines += differences.map { $0.line(theme: theme) }
    lines += notes.map { StyledText("  \(UntrustedText($0).line)", theme.quiet) }
    if let undoCommand {
      let command = StyledText(UntrustedText(undoCommand).line, theme.command)
      lines.append(StyledText("  undo: ", theme.quiet) + command)
    }
    return lines
  }

  private func heading(money: MoneyText, theme: Theme) -> StyledText {
    var line = StyledText(verb, theme.success) + StyledText(" \(row.product.id) ", .bold)
    if let code = row.code { line.append("@\(UntrustedText(code).line) ", theme.own) }
    line.append(UntrustedText(row.product.name).line)
    if differences.isEmpty, let price = row.product.salePrice ?? row.product.price {
      line.append("  \(money.text(price))", theme.quiet)
    }
    return line
  }
}

extension ListingChange.Difference {
  /// `price ₩12,000 → ₩11,000`, or `description changed`.
  fileprivate func line(theme: Theme) -> StyledText {
    let head = StyledText("  \(label) ", theme.quiet)
    guard from != nil || to != nil else { return head + "changed" }
    return head + StyledText(UntrustedText(from ?? "–").line, theme.quiet)
      + StyledText(" → ", theme.quiet) + StyledText(UntrustedText(to ?? "–").line)
  }
}
