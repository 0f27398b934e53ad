/// One picture as large as the window, with keys for the next.
import MarketRender
import MarketWire
import OpenMarketClient
import TerminalKit
import TerminalPictures

/// Shows the pictures of a listing, one at a time, in the same place.
///
/// 1. The cursor stands below the picture whenever nothing is written.
/// 2. What stays on the screen afterwards is the last picture with its heading.
struct PhotoViewer {
  let context: CommandContext
  let pen: PicturePen
  let out: Capabilities
  private var page: PhotoPage
  /// Rows that were written, from the heading to above the cursor.
  private var rows = 0
  private var shown: TerminalPicture?
  private var decoder = KeyDecoder()
  private var waiting: [TerminalInput] = []

  private var terminal: any Terminal { context.environment.terminal }

  init(_ page: PhotoPage, context: CommandContext, pen: PicturePen, out: Capabilities) {
    self.page = page
    self.context = context
    self.pen = pen
    self.out = out
  }

  /// Shows the picture; where a person is there to press keys, the others too, until any key but
  /// left and right is pressed.
  mutating func run(from client: OpenMarketClient) async throws {
    var picture = try await picture(from: client)
    try draw(picture)
    guard page.photos.count > 1, context.console.canAsk else { return }
    try terminal.beginKeys()
    defer { terminal.endKeys() }
    try write(hint)
    defer { try? write("\r\u{1B}[K") }
    while let step = try await nextStep() {
      page.advance(by: step)
      picture = try await self.picture(from: client)
      guard context.console.capabilities(of: .output).size == out.size else { return }
      try clear()
      try draw(picture)
      try write(hint)
    }
  }

  private func picture(from client: OpenMarketClient) async throws -> IllustratedPage.Arrival {
    // Heading, the line of the hint, and the last column stay free.
    let box = CellBox(columns: out.size.columns - 1, rows: out.size.rows - 3)
    let url = page.picture.url
    do {
      return .picture(
        try await context.activity.show("photo") {
          try await PictureDrawing(market: context.market).picture(
            url, in: box, with: pen, from: client)
        })
    } catch let fault as PictureFault {
      try Task.checkCancellation()
      return .fault(fault)
    }
  }

  private var hint: String {
    let theme = context.settings.theme
    let text =
      StyledText("← →", theme.command) + StyledText(" other photos · ", theme.quiet)
      + StyledText("any other key", theme.command) + StyledText(" leaves", theme.quiet)
    return out.ansi.encode(text.truncated(to: max(out.size.columns - 1, 1)))
  }

  private mutating func draw(_ picture: IllustratedPage.Arrival) throws {
    context.activity.pause()
    let heading = page.heading(theme: context.settings.theme, columns: max(out.size.columns - 1, 1))
    var text = out.ansi.encode(heading) + "\n"
    switch picture {
    case .picture(.stream(let stream)):
      rows = stream.box.rows + 1
      let room = String(repeating: "\n", count: stream.box.rows)
      let overlay = Overlay(rowsWritten: stream.box.rows, column: 0, window: out.size)
      text += room + (overlay.drawing(stream) ?? "")
      shown = stream
    case .picture(.lines(let lines, _)):
      rows = lines.count + 1
      text += lines.map { $0 + "\n" }.joined()
    case .fault(let fault):
      rows = 2
      text += out.ansi.encode(StyledText(fault.words, context.settings.theme.quiet)) + "\n"
    }
    try write(text)
  }

  /// Takes heading and picture away and leaves the cursor where the heading began.
  private mutating func clear() throws {
    var text = ""
    if let sequence = shown?.erasingSequence { text += sequence }
    shown = nil
    try write(text + "\r\u{1B}[\(rows)A\u{1B}[J")
  }

  private func write(_ text: String) throws { try terminal.write(text, to: .output) }
}

// Keys.
extension PhotoViewer {
  /// 1 for the next picture, -1 for the one before; nil where a key, or the end, leaves.
  private mutating func nextStep() async throws -> Int? {
    while true {
      while !waiting.isEmpty {
        switch waiting.removeFirst() {
        case .reply: continue
        case .key(let key) where [.right, .down, .pageDown].contains(key.code): return 1
        case .key(let key) where [.left, .up, .pageUp].contains(key.code): return -1
        case .key(let key) where [.text(" "), .text("n")].contains(key): return 1
        case .key(let key) where key == .text("p"): return -1
        case .key(let key) where key == .control("c"): throw CancellationError()
        case .key, .paste: return nil
        }
      }
      switch try await terminal.nextEvent(timeout: decoder.isWaiting ? .milliseconds(50) : nil) {
      case .bytes(let bytes): waiting += decoder.decode(bytes)
      case .timedOut: waiting += decoder.flush()
      case .resized, .resumed, .end: return nil
      }
    }
  }
}
