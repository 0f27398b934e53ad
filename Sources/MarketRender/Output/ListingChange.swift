import Formatting
import MarketWire
public import Messages
import TerminalKit

/// A listing that was added, changed, replaced or removed, or that a dry run would change.
///
/// People read it as a sentence, programs as the listing itself.
public struct ListingChange: Hashable, Sendable {
  /// The most changes that people see one by one; more are counted.
  public static let mostListed = 20

  public enum Action: Hashable, Sendable {
    case added, changed, replaced, removed
  }

  /// A field with a new value; a long text has neither value, or the words that differ.
  public struct Difference: Hashable, Sendable {
    public var label: Message
    public var from: Message?
    public var to: Message?
    /// The words that differ, between those around them.
    public var words: Message?

    public init(_ label: Message, from: Message? = nil, to: Message? = nil) {
      self.label = label
      self.from = from
      self.to = to
    }

    public init(_ label: Message, words: Message?) {
      self.init(label)
      self.words = words
    }
  }

  public var action: Action
  /// The listing as it is now, or as it was before it was removed.
  public var row: ListingRow
  public var differences: [Difference]
  /// Further facts, such as how a photo was prepared.
  public var notes: [Message]
  /// The command that undoes the change; nil if there is none.
  public var undoCommand: String?
  /// Whether people read it; one of very many is only counted.
  public var isListed = true

  public init(
    _ action: Action, _ row: ListingRow, differences: [Difference] = [], notes: [Message] = [],
    undoCommand: String? = nil
  ) {
    self.action = action
    self.row = row
    self.differences = differences
    self.notes = notes
    self.undoCommand = undoCommand
  }
}

extension ListingChange {
  /// `added 236 @MUG-01 Oak mug ₩12,000`, then a line for each difference and note, and the undo
  /// command.
  func lines(_ viewport: Viewport, isDryRun: Bool) -> [StyledText] {
    let theme = viewport.theme
    var lines = [viewport.text(heading(viewport.money, isDryRun: isDryRun), theme.success)]
    lines += differences.map { "  " + viewport.text($0.message, theme.quiet) }
    lines += notes.map { "  " + viewport.text($0, theme.quiet) }
    if let undoCommand, !isDryRun, viewport.isTerminal || hasOwnUndoCommand {
      lines.append("  " + viewport.wayBack(undoCommand, removed: action == .removed ? 1 : 0))
    }
    return lines
  }

  /// Whether its undo command is not just that of the last change, which only a person needs.
  private var hasOwnUndoCommand: Bool { undoCommand != "undo" || action == .changed }

  private func heading(_ money: MoneyText, isDryRun: Bool) -> Message {
    let listing = listing(money)
    return switch action {
    case .added: isDryRun ? "would add \(listing)" : "added \(listing)"
    case .changed: isDryRun ? "would change \(listing)" : "changed \(listing)"
    case .replaced: isDryRun ? "would replace \(listing)" : "replaced \(listing)"
    case .removed: isDryRun ? "would remove \(listing)" : "removed \(listing)"
    }
  }

  /// `236 @MUG-01 Oak mug`, with the price if no difference is listed.
  private func listing(_ money: MoneyText) -> Message {
    let name: Message = "\("\(row.product.name)", .plain)"
    // A listing that is still to be added has no id.
    let isPlanned = row.product.id <= 0
    var listing: Message = isPlanned ? name : "\("\(row.product.id)", .strong) \(name)"
    if isPlanned, let code = row.code {
      listing = "\("@\(code)", .own) \(name)"
    } else if let code = row.code {
      listing = "\("\(row.product.id)", .strong) \("@\(code)", .own) \(name)"
    }
    guard differences.isEmpty, let price = row.product.salePrice ?? row.product.price else {
      return listing
    }
    return "\(listing)  \("\(formatted: money.text(price))", .quiet)"
  }

  /// `20 changed`: all changes of one action, counted.
  static func total(_ count: Int, _ action: Action) -> Message {
    switch action {
    case .added: "\(count) added"
    case .changed: "\(count) changed"
    case .replaced: "\(count) replaced"
    case .removed: "\(count) removed"
    }
  }
}

extension ListingChange.Difference {
  /// `price ₩12,000 → ₩11,000`, `name Oak {mug → cup}` or `description changed`.
  public var message: Message {
    if let words { return "\(label) \(words, .plain)" }
    guard from != nil || to != nil else { return "\(label) \("changed", .plain)" }
    return "\(label) \(from ?? "–") → \(to ?? "–", .plain)"
  }
}
