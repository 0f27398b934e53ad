package import MarketRender
import MarketWire
import Messages
package import ScreenPictures
import TerminalKit

/// Shows the pictures of a listing one at a time, as large as the window, in the same place.
///
/// The last picture stays on the screen with its heading.
package struct PhotoViewer {
  private let screen: PictureScreen
  private let source: PictureSource
  private let page: PhotoPage

  package init(_ page: PhotoPage, on screen: PictureScreen, from source: PictureSource) {
    self.page = page
    self.screen = screen
    self.source = source
  }

  /// Shows the current picture.
  ///
  /// If the user can press keys, the arrow keys show the other pictures. Any other key ends it.
  package func run() async throws {
    let driver = PictureDriver<PhotoModel>(
      screen: screen, source: source, client: try await source.client(), subject: "photo")
    let readsKeys = page.photos.count > 1 && screen.readsKeys
    var model = PhotoModel(page: page, screen: screen, readsKeys: readsKeys)
    defer { if readsKeys { try? screen.write("\r\u{1B}[K") } }
    _ = try await driver.run(&model, readsKeys: readsKeys)
    try Task.checkCancellation()
  }
}

/// The state of the viewer. Between two writes the cursor is below the picture.
struct PhotoModel: WindowModel {
  private var page: PhotoPage
  private let screen: PictureScreen
  private let readsKeys: Bool
  private var isLoading = false
  /// The keys that wait for the picture before them.
  private var waiting: ArraySlice<TerminalInput> = []
  private var isClosed = false
  /// The rows from the heading to the cursor; 0 before the first picture.
  private var rows = 0
  private var shown: TerminalPicture?

  private var size: TerminalSize { screen.output.size }
  private var ansi: ANSI { screen.output.ansi }

  init(page: PhotoPage, screen: PictureScreen, readsKeys: Bool) {
    self.page = page
    self.screen = screen
    self.readsKeys = readsKeys
  }

  mutating func start() -> [PictureEffect] { [load()] }

  mutating func handle(_ event: PictureEvent) -> [PictureEffect] {
    switch event {
    case .input(.key(.control("c"))), .canceled: return [.cancel]
    case .input(let input):
      waiting.append(input)
      return takeKeys()
    case .resized: return [.leave(isComplete: false)]
    case .fetched(_, let picture):
      isLoading = false
      let text = PictureEffect.write(erasure() + drawing(picture) + (readsKeys ? hint : ""))
      return [text] + (readsKeys ? takeKeys() : [.leave(isComplete: true)])
    }
  }

  /// The keys before the end of the input still count.
  mutating func end(after error: (any Error)?) throws -> Bool? {
    if let error { throw error }
    isClosed = true
    return isLoading ? nil : true
  }

  func unread(_ later: [TerminalInput]) -> [TerminalInput] { waiting + later }

  /// Handles the keys until one shows another picture or leaves.
  private mutating func takeKeys() -> [PictureEffect] {
    while !isLoading, let input = waiting.popFirst() {
      switch input {
      case .reply, .mouse: continue
      case .key(let key) where [.right, .down, .pageDown].contains(key.code): page.advance(by: 1)
      case .key(let key) where [.left, .up, .pageUp].contains(key.code): page.advance(by: -1)
      case .key(.text(" ")), .key(.text("n")): page.advance(by: 1)
      case .key(.text("p")): page.advance(by: -1)
      case .key, .paste: return [.leave(isComplete: true)]
      }
      return [load()]
    }
    return isClosed && !isLoading ? [.leave(isComplete: true)] : []
  }

  private mutating func load() -> PictureEffect {
    isLoading = true
    // The heading, the line of the hint and the last column stay free.
    let box = CellBox(columns: size.columns - 1, rows: size.rows - 3)
    return .fetch(page.index, url: page.picture.url, box)
  }

  private var hint: String {
    let text = screen.text("\(command: "← →") other photos · any other key leaves")
    return ansi.encode(text.truncated(to: max(size.columns - 1, 1)))
  }

  private mutating func drawing(_ picture: PictureResult) -> String {
    let heading = page.heading(theme: screen.theme, columns: max(size.columns - 1, 1))
    let text = ansi.encode(heading) + "\n"
    switch picture {
    case .success(.stream(let stream)):
      rows = stream.box.rows + 1
      let overlay = Overlay(rowsWritten: stream.box.rows, column: 0, window: size)
      shown = stream
      return text + String(repeating: "\n", count: stream.box.rows)
        + (overlay.drawing(stream) ?? "")
    case .success(.lines(let lines, _)):
      rows = lines.count + 1
      return text + lines.map { $0 + "\n" }.joined()
    case .failure(let error):
      rows = 2
      return text + ansi.encode(screen.text(error.message)) + "\n"
    }
  }

  /// Erases the heading and the picture, and moves the cursor to the start of the heading.
  private mutating func erasure() -> String {
    guard rows > 0 else { return "" }
    let deletion = shown?.deletion ?? ""
    shown = nil
    return deletion + "\r\u{1B}[\(rows)A\u{1B}[J"
  }
}
