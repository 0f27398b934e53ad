import DiskCache
package import MarketRender
import MarketWire
import OpenMarketClient
package import ScreenPictures
package import TerminalKit

/// How pictures are drawn on the terminal of a command.
package struct PictureDrawing: Sendable {
  private let core: SellerCore
  private let console: Console

  package init(_ core: SellerCore, on console: Console) {
    self.core = core
    self.console = console
  }

  private var settings: SellerSettings { core.settings }
  private var out: Capabilities { console.capabilities(of: .output) }

  /// The renderer for the pictures of an answer, or nil if they are named instead. The terminal is
  /// queried the first time that its answer matters.
  package func renderer(for preference: PicturePreference) async -> PictureRenderer? {
    guard mayDraw(preference) else { return nil }
    let wanted: Bool? = preference == .always ? true : nil
    if settings.pictureReplies == nil,
      let question = PictureProbe.question(
        setting: settings.preferences.pictures, wanted: wanted, facts: facts)
    {
      let facts = await core.askTerminal(
        TerminalProbe(asking: question), for: out, within: PictureProbe.patience)
      settings.pictureReplies = facts.map(PictureReplies.init) ?? PictureReplies()
    }
    let facts = facts
    let method = PictureMethod(
      setting: settings.preferences.pictures, wanted: wanted, facts: facts)
    guard method != .off else { return nil }
    let background = settings.background.map { Color.rgb($0) }
    return PictureRenderer(
      method: method, cell: facts.cell ?? .unknown, ansi: out.ansi, background: background)
  }

  /// The space for pictures, as far as known without querying the terminal; nil if none are drawn.
  package func space(for preference: PicturePreference) -> PictureSpace? {
    guard mayDraw(preference) else { return nil }
    let facts = facts
    let wanted: Bool? = preference == .always ? true : nil
    let method = PictureMethod(
      setting: settings.preferences.pictures, wanted: wanted, facts: facts)
    return method == .off ? nil : PictureSpace(facts.cell ?? .unknown, in: out.size)
  }

  /// Whether the terminal can be drawn on, and pictures are wanted.
  private func mayDraw(_ preference: PicturePreference) -> Bool {
    let out = out
    return preference != .never && out.isTerminal && out.escapes
  }

  private var facts: PictureFacts {
    let terminal = core.environment.terminal
    let cell = terminal.windowPixels.flatMap { pixels in
      terminal.windowSize.flatMap {
        CellSize(windowWidth: pixels.width, windowHeight: pixels.height, cells: $0)
      }
    }
    return PictureFacts(
      isTerminal: terminal.isInteractive(.output), usesScreenReader: settings.usesScreenReader,
      environment: core.environment.variables, windowCell: cell,
      replies: settings.pictureReplies)
  }
}

extension PictureSpace {
  package init(_ cell: CellSize, in window: TerminalSize) {
    self.init(cellWidth: cell.width, cellHeight: cell.height, windowRows: window.rows)
  }
}

extension PictureReplies {
  fileprivate init(_ facts: TerminalFacts) {
    self.init(
      kitty: facts.supportsKittyGraphics, attributes: facts.attributes,
      cell: facts.cell.flatMap { CellSize(width: $0.width, height: $0.height) })
  }
}
