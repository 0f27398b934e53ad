package import MarketRender
package import Messages
package import ScreenPictures
package import SellerSession
import TerminalKit

/// A form on the whole window, whose photos are prepared and drawn meanwhile.
package struct FormWindow: WindowDriver {
  /// What the form gets from its command.
  package struct Actions: Sendable {
    /// Prepares a photo, and says what is sent of it.
    package var prepare: @Sendable (String) async -> Result<FormPhoto, FormFault>
    /// Checks everything, and returns what would be sent.
    package var check: @Sendable (FormValues) async -> Result<FormPreview, FormFault>
    /// The viewport of the present window.
    package var viewport: @Sendable () -> Viewport
    /// Draws a photo; nil if there are no pictures on this terminal.
    package var draw: (@Sendable (String, CellBox) async -> DrawnPicture?)?

    package init(
      prepare: @escaping @Sendable (String) async -> Result<FormPhoto, FormFault>,
      check: @escaping @Sendable (FormValues) async -> Result<FormPreview, FormFault>,
      viewport: @escaping @Sendable () -> Viewport,
      draw: (@Sendable (String, CellBox) async -> DrawnPicture?)?
    ) {
      self.prepare = prepare
      self.check = check
      self.viewport = viewport
      self.draw = draw
    }
  }

  typealias Model = FormModel

  private let context: CommandContext
  private let actions: Actions

  package init(context: CommandContext, actions: Actions) {
    self.context = context
    self.actions = actions
  }

  /// Shows the form until the user sends or leaves it.
  package func run(
    _ title: Message, fields: [FormField], values: FormValues, rules: FormRules
  ) async throws -> FormEnd {
    var model = FormModel(
      title, fields: fields, values: values, rules: rules, viewport: actions.viewport(),
      size: context.windowSize)
    var loop = WindowLoop(self, in: context)
    return try await loop.run(&model)
  }

  func resized() -> FormEvent { .resized(actions.viewport(), context.windowSize) }

  func step(_ effect: FormEffect) -> WindowStep<FormEvent, FormEnd> {
    switch effect {
    case .leave(let end): .leave(end)
    case .suspend: .suspend
    case .prepare(let path): .load("photo \(path)") { .prepared(path, await actions.prepare(path)) }
    case .check(let values): .load("check") { .checked(await actions.check(values)) }
    }
  }

  func picture(_ key: WindowPictures.Key) async -> DrawnPicture? {
    await actions.draw?(key.url, CellBox(columns: key.columns, rows: key.rows))
  }
}
