import MarketRender
import ScreenPictures
import TerminalKit

/// A page of text that is written at once, and the pictures that are drawn into its slots as they
/// arrive.
///
/// 1. A picture is always drawn into the slot of its own listing, however late it arrives.
/// 2. The first key press ends the waiting and remains available as input. Resizing the window ends
///    it, too. The rest of the page is then written without pictures and slots.
struct IllustratedPage: WindowModel {
  private let screen: PictureScreen
  private let text: IllustratedText
  private var flow: PageFlow
  private var queue: PictureQueue
  /// Results whose slot is not completely written yet.
  private var undrawn: [Int: PictureResult] = [:]
  /// The key that has ended the waiting.
  private var key: TerminalInput?

  private var slots: [PictureSlot] { text.slots }

  init(_ text: IllustratedText, on screen: PictureScreen) {
    self.text = text
    self.screen = screen
    let columns = max(screen.output.size.columns, 1)
    flow = PageFlow(
      heights: text.lines.map { max(1, ($0.width + columns - 1) / columns) }, slots: text.slots,
      windowRows: screen.output.size.rows)
    queue = PictureQueue(flow.pending.sorted())
  }

  mutating func start() -> [PictureEffect] { goOn() }

  mutating func handle(_ event: PictureEvent) -> [PictureEffect] {
    switch event {
    case .fetched(let index, let result):
      queue.finish(index)
      undrawn[index] = result
      return goOn()
    case .input(.reply), .input(.mouse): return []
    case .input(.key(.control("c"))), .canceled: return [.cancel]
    case .input(let input):
      key = input
      return leave()
    case .resized: return leave()
    }
  }

  /// Goes on without keys if the terminal is closed.
  func end(after error: (any Error)?) throws -> Bool? {
    if let error { throw error }
    return nil
  }

  func unread(_ later: [TerminalInput]) throws -> [TerminalInput] {
    if later.contains(.key(.control("c"))) { throw CancellationError() }
    return (key.map { [$0] } ?? []) + later
  }

  /// Writes and draws what is possible now, and fetches the next pictures.
  private mutating func goOn() -> [PictureEffect] {
    var output = writable()
    guard !flow.pending.isEmpty else {
      flow.finishAll()
      output += writable()
      return [.write(output), .leave(isComplete: true)]
    }
    var effects = [PictureEffect.write(output)]
    while let index = queue.next() {
      let box = CellBox(columns: slots[index].columns, rows: slots[index].rows)
      effects.append(.fetch(index, url: slots[index].url, box))
    }
    return effects
  }

  private func leave() -> [PictureEffect] {
    let rest = text.dropping(flow.writtenCount).withoutSlots
    return [.write(rest.encoded(by: screen.output.ansi)), .leave(isComplete: false)]
  }

  /// As many lines as possible, with the pictures that have arrived.
  ///
  /// A picture is drawn before its slot can leave the screen; this may allow more lines.
  private mutating func writable() -> String {
    var output = ""
    while true {
      output += drawings()
      let range = flow.advance()
      guard !range.isEmpty else { return output }
      output += text.lines[range].map { screen.output.ansi.encode($0) + "\n" }.joined()
    }
  }

  /// The pictures that have arrived and whose slots are on the screen.
  private mutating func drawings() -> String {
    var output = ""
    for (index, result) in undrawn.sorted(by: { $0.key < $1.key }) {
      guard let rows = flow.rowsToCursor(from: index) else { continue }
      undrawn[index] = nil
      flow.finish(index)
      output += drawing(result, slots[index], rows) ?? ""
    }
    return output
  }

  private func drawing(_ result: PictureResult, _ slot: PictureSlot, _ rows: Int) -> String? {
    func overlay(column: Int = 0, down: Int = 0) -> Overlay {
      Overlay(
        rowsWritten: rows - down, column: slot.column + column, window: screen.output.size)
    }
    switch result {
    case .success(.stream(let picture)):
      // The text of a card and the number of a photo begin in the first column, too.
      return overlay().drawing(picture)
    case .success(.lines(let lines, let columns)):
      return overlay().drawing(lines, columns: columns)
    case .failure(let error):
      let label = screen.text(error.message).truncated(to: slot.columns)
      return overlay(column: (slot.columns - label.width) / 2, down: slot.rows / 2)
        .drawing([label], with: screen.output.ansi)
    }
  }
}
