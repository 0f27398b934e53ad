import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

// The first and the last line, and the keys.
extension SheetView {
  var heading: StyledText {
    let left = viewport.text(" Sheet ", Style([.bold, .inverse]))
    var parts: [Message] = []
    if !model.changes.isEmpty {
      parts.append(
        Message(
          count: model.changes.count, one: "1 change", other: "\(model.changes.count) changes"))
    }
    if !model.marked.isEmpty { parts.append("\(model.marked.count) marked") }
    if !model.filter.isEmpty {
      parts.append("\(model.filter)")
    } else if model.isFiltered {
      parts.append(model.list.query.filter.search.map { "\($0)" } ?? "filtered")
    }
    if let total = model.list.total, total > 0 {
      parts.append("\(grouped: model.list.cursor + 1) of \(grouped: total)")
    }
    if model.list.isLoading || model.marking != nil || model.awaited != nil { parts.append("…") }
    let right = parts.map { viewport.text($0, theme.quiet) }
      .joined(separator: StyledText(" · ", theme.quiet))
      .truncated(to: max(width - left.width - 2, 0))
    return left.padded(to: width - right.width) + right
  }

  /// The last line, and the column of the cursor if something is typed there.
  var lastLine: (StyledText, cursor: Int?) {
    if let prompt = model.prompt {
      // Half of the line is for what is typed.
      let label =
        viewport.text(text(of: prompt), theme.highlight).truncated(to: max(width / 2, 8)) + " "
      if let status = model.status {
        return (viewport.text(status, theme.failure).truncated(to: width), nil)
      }
      let (text, column) = edited(width: max(width - label.width, 4))
      return (label + StyledText(text.plain), label.width + column)
    }
    let line =
      model.status.map { viewport.text($0, model.isEditing ? theme.failure : theme.highlight) }
      ?? (model.isEditing ? viewport.text(help, theme.quiet) : cellNote ?? hints)
    return (line.truncated(to: width), nil)
  }

  private func text(of prompt: SheetModel.Prompt) -> Message {
    let count = model.targets.count
    switch prompt {
    case .filter: return "filter:"
    case .find:
      return Message(
        count: count, one: "find in \(model.replaced.title) of 1 listing:",
        other: "find in \(model.replaced.title) of \(count) listings:")
    case .replacement(let word): return "\(quoted: word) becomes:"
    case .columns: return "columns, in this order:"
    case .sale:
      return Message(
        count: count, one: "sale of 1 listing, such as 20% --until sun:",
        other: "sale of \(count) listings, such as 20% --until sun:")
    }
  }

  private var help: Message {
    let rows = model.editedRows
    let isOwn = rows.map(\.product.id) == [model.list.row?.product.id]
    let help: Message =
      isOwn ? model.column.help : "\(model.column.help) · for \(rows.count) marked"
    return "\(help) · \(command: "Esc") leaves it as it was"
  }

  /// What there is to say about the change of the cell at the cursor.
  private var cellNote: StyledText? {
    guard let row = model.list.row,
      let cell = model.changes.cells[row.product.id]?[model.column]
    else { return nil }
    if model.isConflict(row, model.column) {
      let now = value(row, model.column)
      return viewport.text(
        "Others changed this to \(quoted: now): \(command: "Enter") twice takes yours.",
        theme.failure)
    }
    if let fault = cell.fault { return viewport.text(fault, theme.failure) }
    return viewport.text("before: \(quoted: value(row, model.column))", theme.quiet)
      + StyledText(" · ", theme.quiet) + hints
  }

  private var hints: StyledText {
    if model.showsKeys {
      return viewport.text("any other key closes this", theme.quiet)
    }
    let parts: [Message] =
      model.changes.isEmpty
      ? [
        "\(command: "↑ ↓ ← →") move", "\(command: "Enter") edit", "\(command: "Space") mark",
        "\(command: "/") filter", "\(command: "s") sort", "\(command: "?") all keys",
        "\(command: "q") leave",
      ]
      : [
        "\(command: "Ctrl-S") send", "\(command: "u") take back", "\(command: "?") all keys",
        "\(command: "q") leave",
      ]
    return WindowScreen.hints(parts, viewport, width: width)
  }

  var keys: [StyledText] {
    let rows: [(String, Message)] = [
      ("↑ ↓ ← → Tab", "move; Home and End: first and last column"),
      ("Enter F2 i", "edit the cell; Enter keeps, Esc leaves it as it was"),
      ("0-9 + - =", "type a new value: 12000, +10%, -1, =12000*0.9"),
      ("Delete", "take away the code or the sale"),
      ("Space v a", "mark one, a range, all that match; typing then acts on all marked"),
      ("Ctrl-D", "fill the marked cells with this one; without marks, the value above"),
      ("f", "find and replace words in the marked cells"),
      ("%", "plan a sale of the marked listings, with its beginning and end"),
      ("u U", "take back the last change, all changes"),
      ("Ctrl-S", "show the plan, and send it as one batch after your answer"),
      ("/", "filter, such as price>20000 stock=0 mug; the price is what buyers pay"),
      ("s", "sort by the column"),
      ("c < >", "choose columns, make one narrower or wider"),
      ("y", "copy the marked listings or the cell; pasted tables fill cells"),
      ("r", "reload"), ("Esc", "clear the marks, the filter"), ("q", "leave; changes are kept"),
      (viewport.text("click, wheel").plain, "choose a cell, sort by a title, scroll"),
    ]
    let wrapping = Wrapping(width: width, indent: 16)
    return rows.flatMap { key, meaning in
      wrapping.lines(
        StyledText(" ") + StyledText(key, theme.command).padded(to: 15) + viewport.text(meaning))
    }
  }
}
