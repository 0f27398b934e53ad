package import MarketRender
package import Messages
package import SellerSession
import TerminalKit
package import ScreenPictures

/// A form on the whole window: reads keys, does what the model asks for, and paints.
package struct FormWindow: Sendable {
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

  private enum Loaded: Sendable {
    case event(FormEvent)
    case picture(BrowsePictures.Key, DrawnPicture?)
  }

  private let window: WholeWindow<Loaded>
  private let actions: Actions

  package init(context: CommandContext, actions: Actions) {
    window = WholeWindow(context: context)
    self.actions = actions
  }

  /// Shows the form until the user sends or leaves it.
  package func run(
    _ title: Message, fields: [FormField], values: FormValues, rules: FormRules
  ) async throws -> FormEnd {
    var model = FormModel(
      title, fields: fields, values: values, rules: rules, viewport: actions.viewport(),
      size: window.output.size)
    let tasks = BrowseTasks()
    return try await window.run(tasks) { painter, events in
      var pictures = BrowsePictures()
      var effects = model.start()
      while true {
        for effect in effects {
          if let end = try carryOut(effect, &painter, tasks) { return end }
        }
        let screen = FormView(model).screen
        let wanted = pictures.want(screen.slots)
        tasks.keepPictures(wanted)
        // The answer to a key comes before the pictures take the processors.
        try window.write(painter.paint(screen, pictures.ready(for: screen.slots)))
        for key in wanted { draw(key, tasks) }
        // What was typed is kept, also if the terminal is closed.
        guard let event = await events.next(isolation: #isolation), !Task.isCancelled else {
          return .left(model.values)
        }
        switch event {
        case .input(let input): effects = model.handle(.input(input))
        case .loaded(.event(let event)): effects = model.handle(event)
        case .loaded(.picture(let key, let picture)):
          effects = []
          pictures.take(key, picture)
        case .resized:
          try window.restart(&painter)
          pictures = BrowsePictures()
          effects = model.handle(.resized(actions.viewport(), window.output.size))
        case .ended: return .left(model.values)
        }
      }
    }
  }

  private func carryOut(
    _ effect: FormEffect, _ painter: inout BrowsePainter, _ tasks: BrowseTasks
  ) throws -> FormEnd? {
    switch effect {
    case .leave(let end): return end
    case .suspend: try window.suspend(&painter)
    case .prepare(let path):
      tasks.start(.photo(path)) { [window, actions] in
        let result = await actions.prepare(path)
        guard !Task.isCancelled else { return }
        window.send(.event(.prepared(path, result)))
      }
    case .check(let values):
      tasks.start(.check) { [window, actions] in
        let result = await actions.check(values)
        guard !Task.isCancelled else { return }
        window.send(.event(.checked(result)))
      }
    }
    return nil
  }

  private func draw(_ key: BrowsePictures.Key, _ tasks: BrowseTasks) {
    guard let draw = actions.draw else { return }
    tasks.start(.picture(key)) { [window] in
      let drawn = await draw(key.url, CellBox(columns: key.columns, rows: key.rows))
      guard !Task.isCancelled else { return }
      window.send(.picture(key, drawn))
    }
  }
}
