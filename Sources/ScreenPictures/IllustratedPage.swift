import MarketRender
import OpenMarketClient
import TerminalKit

/// Writes a page of text at once, and draws its pictures into their slots as they arrive.
///
/// 1. Requests never outlive the page: whatever ends it, active requests are cancelled and awaited,
///    so no picture is drawn onto a later page.
/// 2. A picture is always drawn into the slot of its own listing, however late it arrives.
/// 3. At the prompt the first key press ends the waiting and remains available as input. Resizing
///    the window ends it, too, because the positions of the slots are unknown afterwards.
struct IllustratedPage {
  private typealias FetchResult = Result<DrawnPicture, PictureLoadError>

  private enum Event: Sendable {
    case fetched(Int, FetchResult)
    case terminal(TerminalEvent)
  }

  private let screen: PictureScreen
  private let source: PictureSource
  private let text: IllustratedText
  private var flow: PageFlow
  /// Results whose slot is not completely written yet.
  private var undrawn: [Int: FetchResult] = [:]
  private var typeAhead = TypeAhead()

  private var slots: [PictureSlot] { text.slots }

  init(_ text: IllustratedText, on screen: PictureScreen, from source: PictureSource) {
    self.text = text
    self.screen = screen
    self.source = source
    let columns = max(screen.output.size.columns, 1)
    flow = PageFlow(
      heights: text.lines.map { max(1, ($0.width + columns - 1) / columns) }, slots: text.slots,
      windowRows: screen.output.size.rows)
  }

  /// Writes the page, and returns whether all pictures were awaited.
  ///
  /// After a key press or a resize the rest of the page is written without pictures and slots.
  ///
  /// - Throws: `CancellationError` after Ctrl-C. What is already written stays on the screen.
  mutating func write() async throws -> Bool {
    let client = try await source.client()
    screen.progress.hold()
    defer { screen.progress.release() }
    if screen.readsKeys { try screen.terminal.beginKeys() }
    defer {
      if screen.readsKeys {
        screen.terminal.endKeys()
        screen.terminal.putBack(typeAhead.bytes)
      }
    }
    try writeText()
    let isComplete = try await fetchPictures(from: client)
    flow.finishAll()
    guard isComplete else {
      let rest = text.dropping(flow.writtenCount).withoutSlots
      try screen.write(rest.encoded(by: screen.output.ansi))
      return false
    }
    try writeText()
    return true
  }

  /// Fetches and draws the pictures, and returns false after a key press or a resize.
  private mutating func fetchPictures(from client: OpenMarketClient) async throws -> Bool {
    let (screen, source, slots) = (screen, source, slots)
    var queue = PictureQueue(flow.pending.sorted())
    return try await withThrowingTaskGroup(of: Event.self) { group in
      func startRequests() {
        while let index = queue.next() {
          group.addTask {
            let box = CellBox(columns: slots[index].columns, rows: slots[index].rows)
            return .fetched(
              index, try await source.picture(slots[index].url, in: box, from: client))
          }
        }
      }
      func readInput() {
        group.addTask { .terminal(try await screen.terminal.nextEvent(timeout: nil)) }
      }
      defer { group.cancelAll() }
      startRequests()
      if screen.readsKeys { readInput() }
      var isComplete = true
      while isComplete, !flow.pending.isEmpty, let event = try await group.next() {
        if case .fetched(let index, _) = event {
          queue.finish(index)
          startRequests()
        }
        isComplete = try handle(event)
        if isComplete, case .terminal(.bytes) = event { readInput() }
      }
      group.cancelAll()
      // A key may have been read while the last picture arrived.
      while let result = await group.nextResult() {
        if case .success(.terminal(.bytes(let bytes))) = result { _ = try typeAhead.add(bytes) }
      }
      return isComplete
    }
  }

  /// Draws what was fetched. Returns false after a key press or a resize.
  private mutating func handle(_ event: Event) throws -> Bool {
    switch event {
    case .fetched(let index, let result):
      undrawn[index] = result
      guard try drawPictures() else { return false }
      try writeText()
      return true
    case .terminal(.end), .terminal(.timedOut): return true
    case .terminal(.bytes(let bytes)): return try !typeAhead.add(bytes)
    case .terminal(.resized), .terminal(.resumed): return false
    }
  }
}

// Output.
extension IllustratedPage {
  /// Writes as many lines as possible.
  ///
  /// A picture that has arrived is drawn before its slot can leave the screen; this may allow more
  /// lines.
  private mutating func writeText() throws {
    while true {
      let range = flow.advance()
      guard !range.isEmpty else { return }
      try screen.write(text.lines[range].map { screen.output.ansi.encode($0) + "\n" }.joined())
      guard try drawPictures() else { return }
    }
  }

  /// Draws the fetched pictures whose slots are on the screen, and returns false after a resize.
  private mutating func drawPictures() throws -> Bool {
    guard !undrawn.isEmpty else { return true }
    guard !screen.isResized else { return false }
    var output = ""
    for (index, result) in undrawn.sorted(by: { $0.key < $1.key }) {
      guard let rows = flow.rowsToCursor(from: index) else { continue }
      undrawn[index] = nil
      flow.finish(index)
      output += drawing(result, slots[index], rows) ?? ""
    }
    if !output.isEmpty { try screen.write(output) }
    return true
  }

  private func drawing(_ result: FetchResult, _ slot: PictureSlot, _ rows: Int) -> String? {
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
