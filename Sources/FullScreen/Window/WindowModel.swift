import ScreenPictures
import TerminalKit

/// What a window shows and does, as a pure function of its events.
protocol WindowModel: SendableMetatype {
  associatedtype Event: WindowEvent
  /// What the model asks of its driver.
  associatedtype Effect
  /// How the window is left.
  associatedtype End: Sendable

  /// Returns the effects before the first event.
  mutating func start() -> [Effect]
  mutating func handle(_ event: Event) -> [Effect]
  /// The contents of the window; nil for a model that writes by itself, below the text that is
  /// there.
  mutating func screen() -> WindowScreen?
  /// How the window is left if the command is cancelled, the terminal was closed or, because of
  /// `error`, cannot be read; nil to go on without keys.
  mutating func end(after error: (any Error)?) throws -> End?
  /// What the next reader of the terminal gets, after the window was left.
  ///
  /// - Parameter later: what was typed after the last event.
  func unread(_ later: [TerminalInput]) throws -> [TerminalInput]
}

extension WindowModel {
  mutating func start() -> [Effect] { [] }
  mutating func screen() -> WindowScreen? { nil }
  func unread(_ later: [TerminalInput]) throws -> [TerminalInput] { later }
}

protocol WindowEvent: Sendable {
  static func input(_ input: TerminalInput) -> Self
}

/// What connects a model with everything outside of it.
protocol WindowDriver: Sendable {
  associatedtype Model: WindowModel

  /// Returns the event after which everything is painted again.
  func resized() -> Model.Event
  /// Carries out an effect, or returns what the loop has to do for it.
  func step(_ effect: Model.Effect) throws -> WindowStep<Model.Event, Model.End>
  /// Loads and draws a picture of the screen; nil if that fails.
  func picture(_ key: WindowPictures.Key) async -> DrawnPicture?
}

extension WindowDriver {
  func picture(_ key: WindowPictures.Key) async -> DrawnPicture? { nil }
}

/// What the loop does for an effect.
enum WindowStep<Event: Sendable, End> {
  case done
  case leave(End)
  /// Stops the program until the user continues it, as Ctrl-Z does.
  case suspend
  /// Writes at once.
  case write(String)
  /// Starts a task after the next screen. It takes the place of the one with the same name.
  case load(String, @Sendable () async -> Event)
  /// Starts a task that is never cancelled, and awaited before the window closes.
  case change(@Sendable () async -> Event)
}
