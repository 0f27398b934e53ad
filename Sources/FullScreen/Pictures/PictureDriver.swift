import MarketRender
import Messages
import OpenMarketClient
import ScreenPictures
import TerminalKit

typealias PictureResult = Result<DrawnPicture, PictureLoadError>

enum PictureEvent: WindowEvent {
  case input(TerminalInput)
  case resized
  /// A picture that ``PictureEffect/fetch(_:url:_:)`` asked for.
  case fetched(Int, PictureResult)
  case canceled
}

/// What a model asks for that shows pictures below the text of the terminal.
enum PictureEffect {
  case write(String)
  /// Fetches a picture, and draws it in a box.
  case fetch(Int, url: String, CellBox)
  /// Leaves; whether all pictures were awaited.
  case leave(isComplete: Bool)
  case cancel
}

/// Fetches the pictures of a model, and writes what it draws.
struct PictureDriver<Model: WindowModel>: WindowDriver
where Model.Event == PictureEvent, Model.Effect == PictureEffect, Model.End == Bool {
  let screen: PictureScreen
  let source: PictureSource
  let client: OpenMarketClient
  /// What the progress display calls a picture; nil to hide the display.
  let subject: Message?

  /// Runs the model until it leaves; returns whether all pictures were awaited.
  ///
  /// - Throws: `CancellationError` after Ctrl-C. What is already written stays on the screen.
  func run(_ model: inout Model, readsKeys: Bool) async throws -> Bool {
    var loop = WindowLoop(
      self, on: screen.terminal, size: screen.windowSize,
      hiding: subject == nil ? screen.progress : nil, readsKeys: readsKeys)
    return try await loop.run(&model)
  }

  func resized() -> PictureEvent { .resized }

  func step(_ effect: PictureEffect) throws -> WindowStep<PictureEvent, Bool> {
    switch effect {
    case .write(let text): return .write(text)
    case .leave(let isComplete): return .leave(isComplete)
    case .cancel: throw CancellationError()
    case .fetch(let index, let url, let box):
      return .load("picture \(index)") {
        guard let result = try? await fetch(url, box) else { return .canceled }
        // The positions on the screen are unknown after the window was resized.
        return screen.isResized ? .resized : .fetched(index, result)
      }
    }
  }

  private func fetch(_ url: String, _ box: CellBox) async throws -> PictureResult {
    guard let subject else { return try await source.picture(url, in: box, from: client) }
    return try await screen.progress.show(subject) {
      try await source.picture(url, in: box, from: client)
    }
  }
}
