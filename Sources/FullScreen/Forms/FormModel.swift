import LineEditor
import MarketRender
import Messages
import TerminalKit

/// The state of a form, a pure function of the events so far and of its rules.
///
/// 1. `values` always has what is on the screen, except the path that is being typed.
/// 2. `editor` edits the field with the focus, or the path of the next photo.
struct FormModel: WindowModel {
  enum Stage: Sendable {
    case fields
    /// The answer to ``FormEffect/check(_:)`` is awaited.
    case checking
    /// A last look; `top` is the first line of it on the screen.
    case preview(FormPreview, top: Int)
  }

  let title: Message
  private(set) var fields: [FormField]
  let rules: FormRules
  private(set) var viewport: Viewport
  private(set) var size: TerminalSize
  var values: FormValues
  var focus = 0
  var editor: LineEditor
  /// The selected photo of the field with the focus; nil while a path is typed.
  var photo: Int?
  /// What was typed to find a choice.
  var typedChoice = ""
  var stage = Stage.fields
  /// A message until the next key.
  var status: Message?
  private(set) var problems: [String: Message] = [:]
  /// What the values would do, once that is known.
  private(set) var outlook: FormOutlook?
  /// What is sent of each photo, by its path.
  private(set) var photos: [String: Result<FormPhoto, FormFault>] = [:]

  /// A text that is longer was pasted by mistake; its rules are not asked at each key.
  private static let longestText = 32_768

  /// - Parameter values: the present values. The focus is on the first field that is required and
  ///   empty.
  init(
    _ title: Message, fields: [FormField], values: FormValues, rules: FormRules,
    viewport: Viewport, size: TerminalSize
  ) {
    self.title = title
    self.fields = fields
    self.values = values
    self.rules = rules
    self.viewport = viewport
    self.size = size
    editor = LineEditor(assistant: SilentAssistant(), history: History(), keys: .emacs)
    readProblems()
    go(to: fields.firstIndex { $0.isRequired && values[$0.name].isEmpty } ?? 0)
  }

  var field: FormField { fields[focus] }

  var isTooSmall: Bool { WindowScreen.isTooSmall(size) }

  func start() -> [FormEffect] {
    fields.filter { $0.kind == .photos }.flatMap { values[$0.name] }.map { .prepare($0) }
      + (rules.outlook == nil ? [] : [.look(values)])
  }

  mutating func handle(_ event: FormEvent) -> [FormEffect] {
    let before = values
    let effects = effects(of: event)
    return effects + (rules.outlook == nil || values == before ? [] : [.look(values)])
  }

  private mutating func effects(of event: FormEvent) -> [FormEffect] {
    switch event {
    case .input(.key(let key)): return press(key)
    case .input(.paste(let text)): paste(text)
    case .input: break
    case .resized(let viewport, let size):
      self.viewport = viewport
      self.size = size
    case .prepared(let path, let result): photos[path] = result
    case .checked(let result): return take(result)
    case .looked(let outlook): take(outlook)
    }
    return []
  }

  func screen() -> WindowScreen? { FormView(self).screen }

  /// What was typed is kept, also if the terminal is closed.
  func end(after error: (any Error)?) -> FormEnd? { .left(values) }

  private mutating func take(_ result: Result<FormPreview?, FormFault>) -> [FormEffect] {
    guard case .checking = stage else { return [] }
    switch result {
    case .success(nil): return [.leave(.filled(values))]
    case .success(var preview?):
      preview.warnings += repeatedPhotos
      stage = .preview(preview, top: 0)
    case .failure(let fault):
      stage = .fields
      if let index = fields.firstIndex(where: { $0.name == fault.field }) { go(to: index) }
      status = fault.text
    }
    return []
  }

  /// The form keeps its focus; fields that are others have the values that come with them.
  private mutating func take(_ outlook: FormOutlook?) {
    self.outlook = outlook
    guard let outlook, !outlook.fields.isEmpty, outlook.fields != fields else { return }
    let focused = field.name
    let known = fields.map(\.name)
    fields = outlook.fields
    guard fields.map(\.name) != known else { return }
    // What was typed since then counts.
    for (name, texts) in outlook.values.texts where !known.contains(name) && values[name].isEmpty {
      values[name] = texts
    }
    go(to: fields.firstIndex { $0.name == focused } ?? 0)
    readProblems()
  }

  /// Moves to a field, which must exist.
  mutating func go(to index: Int) {
    focus = index
    photo = nil
    typedChoice = ""
    editor.restart()
    if field.kind == .photos {
      editor.assistant = FieldAssistant(complete: rules.completion)
    } else {
      editor.assistant = FieldAssistant(
        limit: field.limit?.upperBound, surplus: viewport.theme.quiet)
      editor.replace(with: values.text(field.name))
    }
  }

  /// Takes the text of the editor as the value of the field.
  mutating func takeText() {
    guard field.kind == .line || field.kind == .text, editor.text != values.text(field.name) else {
      return
    }
    values.set(field.name, editor.text)
    readProblems()
  }

  mutating func readProblems() {
    let isLong = values.texts.values.contains { $0.contains { $0.utf8.count > Self.longestText } }
    if !isLong { values = rules.following(values, field.name) }
    problems = isLong ? [:] : rules.problems(values)
  }
}

// What is shown of a field.
extension FormModel {
  /// What is wrong with a field; nil for an empty one, which is only missing.
  func problem(of field: FormField) -> Message? {
    guard !values[field.name].isEmpty else { return nil }
    if let problem = field.broken(by: values) { return problem }
    if field.kind == .photos {
      for case .failure(let fault)? in values[field.name].map({ photos[$0] }) { return fault.text }
    }
    return problems[field.name]
  }

  /// What is said below the form about the field with the focus, if something is wrong: of several
  /// photos, about the selected one.
  var shownProblem: Message? {
    guard let photo, values[field.name].indices.contains(photo) else { return problem(of: field) }
    if case .failure(let fault)? = photos[values[field.name][photo]] { return fault.text }
    return field.broken(by: values)
  }

  /// The first of the photos that has the same pixels as this one; nil if it is this one.
  func original(of index: Int, in field: FormField) -> Int? {
    let paths = values[field.name]
    func identity(_ path: String) -> String { (try? photos[path]?.get())?.digest ?? path }
    return paths[..<index].firstIndex { identity($0) == identity(paths[index]) }
  }

  private var repeatedPhotos: [Message] {
    fields.filter { $0.kind == .photos }.flatMap { field in
      values[field.name].indices.compactMap { index -> Message? in
        original(of: index, in: field).map { "photo \(index + 1) is the same as photo \($0 + 1)" }
      }
    }
  }
}
