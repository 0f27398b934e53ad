/// An answer with pictures on its way to the terminal: text at once, pictures as they arrive.
import MarketRender
import OpenMarketClient
import TerminalKit
import TerminalPictures

/// Writes a page and draws into the room that it leaves.
///
/// 1. Only this writes while a page is filled, and nothing of it goes on afterwards: whatever ends
///    it, requests under way are cancelled and awaited, so no picture lands on a later page.
/// 2. A picture is drawn into the room of its own listing, however late it comes.
/// 3. At the prompt the first key that is pressed ends the filling, and is not lost. A window that
///    changed its size does too, since nobody knows where the room is then.
struct IllustratedPage {
  let context: CommandContext
  let pen: PicturePen
  let out: Capabilities
  let lines: [StyledText]
  let slots: [PictureSlot]
  private var flow: PageFlow
  /// What came before its room was written.
  private var early: [Int: Arrival] = [:]
  private var keys = WaitingKeys()

  enum Arrival: Sendable {
    case picture(DrawnPicture)
    case fault(PictureFault)
  }

  private enum Event: Sendable {
    case arrival(Int, Arrival)
    case terminal(TerminalEvent)
  }

  init(
    _ page: PicturedText, context: CommandContext, pen: PicturePen, out: Capabilities
  ) {
    lines = page.lines
    slots = page.pictures
    self.context = context
    self.pen = pen
    self.out = out
    let columns = max(out.size.columns, 1)
    flow = PageFlow(
      heights: lines.map { max(1, ($0.width + columns - 1) / columns) }, slots: slots,
      windowRows: out.size.rows)
  }

  /// Writes all of it, and answers whether it was filled to the end: not where a key was pressed or
  /// the window changed: what comes below the screen then has neither pictures nor room for them.
  /// Throws `CancellationError` where Ctrl-C ends it; what is written stays.
  mutating func write(from client: OpenMarketClient) async throws -> Bool {
    let readsKeys = context.scope.isTyped && context.environment.terminal.canAsk
    context.activity.hold()
    defer { context.activity.release() }
    if readsKeys { try context.environment.terminal.beginKeys() }
    defer {
      if readsKeys {
        context.environment.terminal.endKeys()
        context.environment.terminal.putBack(keys.bytes)
      }
    }
    try writeText()
    let isFilled = try await fill(from: client, readsKeys: readsKeys)
    flow.settleAll()
    guard isFilled else {
      let rest = PicturedText(lines: lines, pictures: slots).dropping(flow.written).withoutRoom
      try context.environment.terminal.write(rest.encoded(by: out.ansi), to: .output)
      return false
    }
    try writeText()
    return true
  }

  private mutating func fill(from client: OpenMarketClient, readsKeys: Bool) async throws -> Bool {
    let (context, pen, slots) = (context, pen, slots)
    var queue = PictureQueue(flow.awaited.sorted())
    return try await withThrowingTaskGroup(of: Event.self) { group in
      func begin() {
        while let index = queue.next() {
          group.addTask { [context, pen, slots] in
            .arrival(index, try await Self.fetch(slots[index], context, pen, client))
          }
        }
      }
      func listen() {
        group.addTask { .terminal(try await context.environment.terminal.nextEvent(timeout: nil)) }
      }
      defer { group.cancelAll() }
      begin()
      if readsKeys { listen() }
      while !flow.awaited.isEmpty, let event = try await group.next() {
        switch event {
        case .arrival(let index, let arrival):
          queue.take(index)
          begin()
          early[index] = arrival
          guard try drawArrived() else { return false }
          try writeText()
        case .terminal(.end), .terminal(.timedOut): break
        case .terminal(.bytes(let bytes)):
          guard try keys.take(bytes) else { return false }
          listen()
        case .terminal(.resized), .terminal(.resumed): return false
        }
      }
      return true
    }
  }

  static func fetch(
    _ slot: PictureSlot, _ context: CommandContext, _ pen: PicturePen, _ client: OpenMarketClient
  ) async throws -> Arrival {
    let box = CellBox(columns: slot.columns, rows: slot.rows)
    do {
      return .picture(
        try await PictureDrawing(market: context.market).picture(
          slot.url, in: box, with: pen, from: client))
    } catch let fault as PictureFault {
      try Task.checkCancellation()
      return .fault(fault)
    }
  }
}

// To the screen.
extension IllustratedPage {
  /// Writes as far as it may. A picture that has come is awaited until it is drawn, so that its room
  /// is not pushed off the screen before; drawing it may let more lines follow.
  private mutating func writeText() throws {
    while true {
      let range = flow.advance()
      guard !range.isEmpty else { return }
      let text = lines[range].map { out.ansi.encode($0) + "\n" }.joined()
      try context.environment.terminal.write(text, to: .output)
      guard try drawArrived() else { return }
    }
  }

  /// Draws what has come and has its room on the screen; false where the window has changed.
  private mutating func drawArrived() throws -> Bool {
    guard !early.isEmpty else { return true }
    guard context.console.capabilities(of: .output).size == out.size else { return false }
    var text = ""
    for (index, arrival) in early.sorted(by: { $0.key < $1.key }) {
      guard let rows = flow.rowsBelow(index) else { continue }
      early[index] = nil
      flow.settle(index)
      text += drawing(arrival, slots[index], rows) ?? ""
    }
    if !text.isEmpty { try context.environment.terminal.write(text, to: .output) }
    return true
  }

  private func drawing(_ arrival: Arrival, _ slot: PictureSlot, _ rows: Int) -> String? {
    func overlay(down: Int = 0, right: Int = 0) -> Overlay {
      Overlay(rowsWritten: rows - down, column: slot.column + right, window: out.size)
    }
    switch arrival {
    case .picture(.stream(let picture)):
      return overlay(right: (slot.columns - picture.box.columns) / 2).drawing(picture)
    case .picture(.lines(let lines, let columns)):
      return overlay(right: (slot.columns - columns) / 2).drawing(lines, columns: columns)
    case .fault(let fault):
      let mark = StyledText(fault.words, context.settings.theme.quiet).truncated(to: slot.columns)
      let right = (slot.columns - mark.width) / 2
      return overlay(down: slot.rows / 2, right: right).drawing([mark], with: out.ansi)
    }
  }
}

/// What was typed while a page was filled.
struct WaitingKeys {
  private var decoder = KeyDecoder()
  /// What somebody else is to read.
  private(set) var bytes: [UInt8] = []

  /// Takes what came; false where a key was pressed. Answers of the terminal that come late are none.
  ///
  /// - Throws: `CancellationError` for Ctrl-C, which drops what was typed before it.
  mutating func take(_ more: [UInt8]) throws -> Bool {
    bytes += more
    let inputs = decoder.decode(more)
    if inputs.contains(.key(.control("c"))) {
      bytes = []
      throw CancellationError()
    }
    let isPressed = inputs.contains { if case .reply = $0 { false } else { true } }
    if !isPressed, !decoder.isWaiting { bytes = [] }
    return !isPressed
  }
}
