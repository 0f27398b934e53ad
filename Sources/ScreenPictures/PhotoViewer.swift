package import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import TerminalKit

/// Shows the pictures of a listing one at a time, as large as the window, in the same place.
///
/// 1. Between two writes the cursor is below the picture.
/// 2. The last picture stays on the screen with its heading.
package struct PhotoViewer {
  private let screen: PictureScreen
  private let source: PictureSource
  private var page: PhotoPage
  /// The rows from the heading to the cursor.
  private var rows = 0
  private var shown: TerminalPicture?
  private var decoder = KeyDecoder()
  private var input: [TerminalInput] = []
  /// The bytes behind the last key, which the prompt gets if that key leaves.
  private var typedAhead: ArraySlice<UInt8> = []

  private var size: TerminalSize { screen.output.size }
  private var ansi: ANSI { screen.output.ansi }

  package init(_ page: PhotoPage, on screen: PictureScreen, from source: PictureSource) {
    self.page = page
    self.screen = screen
    self.source = source
  }

  /// Shows the current picture.
  ///
  /// If the user can press keys, the arrow keys show the other pictures. Any other key ends it.
  package mutating func run() async throws {
    let client = try await source.client()
    try draw(await picture(from: client))
    guard page.photos.count > 1, screen.readsKeys else { return }
    try screen.terminal.beginKeys()
    defer {
      screen.terminal.endKeys()
      screen.terminal.putBack(Array(typedAhead))
    }
    try screen.write(hint)
    defer { try? screen.write("\r\u{1B}[K") }
    while let step = try await nextStep() {
      page.advance(by: step)
      let picture = try await picture(from: client)
      guard !screen.isResized else { return }
      try erase()
      try draw(picture)
      try screen.write(hint)
    }
  }

  private func picture(
    from client: OpenMarketClient
  ) async throws -> Result<DrawnPicture, PictureLoadError> {
    // The heading, the line of the hint and the last column stay free.
    let box = CellBox(columns: size.columns - 1, rows: size.rows - 3)
    let url = page.picture.url
    return try await screen.progress.show("photo") {
      try await source.picture(url, in: box, from: client)
    }
  }

  private var hint: String {
    let text = screen.text("\(command: "← →") other photos · any other key leaves")
    return ansi.encode(text.truncated(to: max(size.columns - 1, 1)))
  }

  private mutating func draw(_ picture: Result<DrawnPicture, PictureLoadError>) throws {
    screen.progress.pause()
    let heading = page.heading(theme: screen.theme, columns: max(size.columns - 1, 1))
    var text = ansi.encode(heading) + "\n"
    switch picture {
    case .success(.stream(let stream)):
      rows = stream.box.rows + 1
      let overlay = Overlay(rowsWritten: stream.box.rows, column: 0, window: size)
      text += String(repeating: "\n", count: stream.box.rows) + (overlay.drawing(stream) ?? "")
      shown = stream
    case .success(.lines(let lines, _)):
      rows = lines.count + 1
      text += lines.map { $0 + "\n" }.joined()
    case .failure(let error):
      rows = 2
      text += ansi.encode(screen.text(error.message)) + "\n"
    }
    try screen.write(text)
  }

  /// Erases the heading and the picture, and moves the cursor to the start of the heading.
  private mutating func erase() throws {
    let deletion = shown?.deletion ?? ""
    shown = nil
    try screen.write(deletion + "\r\u{1B}[\(rows)A\u{1B}[J")
  }
}

// Keys.
extension PhotoViewer {
  /// Returns 1 for the next picture, -1 for the previous one, and nil to stop.
  private mutating func nextStep() async throws -> Int? {
    while true {
      while !input.isEmpty {
        switch input.removeFirst() {
        case .reply, .mouse: continue
        case .key(let key) where [.right, .down, .pageDown].contains(key.code): return 1
        case .key(let key) where [.left, .up, .pageUp].contains(key.code): return -1
        case .key(let key) where [.text(" "), .text("n")].contains(key): return 1
        case .key(let key) where key == .text("p"): return -1
        case .key(let key) where key == .control("c"):
          typedAhead = []
          throw CancellationError()
        case .key, .paste: return nil
        }
      }
      if let byte = typedAhead.popFirst() {
        input += decoder.decode([byte])
        continue
      }
      let timeout: Duration? = decoder.isWaiting ? .milliseconds(50) : nil
      switch try await screen.terminal.nextEvent(timeout: timeout) {
      case .bytes(let bytes): typedAhead += bytes
      case .timedOut: input += decoder.flush()
      case .resized, .resumed, .end: return nil
      }
    }
  }
}
