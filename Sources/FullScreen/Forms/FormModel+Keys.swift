import LineEditor
import MarketRender
import Messages
import TerminalKit

// The keys; the last line of ``FormView`` names them.
extension FormModel {
  mutating func press(_ key: Key) -> [FormEffect] {
    if key == .control("z") { return [.suspend] }
    if key == .control("c") { return leave() }
    // Nothing may be typed into a field that cannot be seen.
    if isTooSmall { return key == Key(.escape) ? leave() : [] }
    status = nil
    switch stage {
    case .checking:
      // What is typed now is no answer to the question that follows.
      if key == Key(.escape) { stage = .fields }
      return []
    case .preview(let preview, let top): return answer(preview, top, key)
    case .fields: break
    }
    if editor.hasMenu { return edit(key) }
    switch key {
    case Key(.escape): return leave()
    case .control("s"): return check()
    case Key(.tab, .shift), Key(.up, .control): return move(by: -1)
    case Key(.down, .control): return move(by: 1)
    // There is no history to search.
    case .control("r"): return []
    default: break
    }
    switch field.kind {
    case .choice(let choices): return choose(key, among: choices)
    case .photos: return pressInPhotos(key)
    case .shown: return pressInShown(key)
    case .line, .text: return pressInText(key)
    }
  }

  private func leave() -> [FormEffect] { [.leave(.left(values))] }

  private mutating func pressInText(_ key: Key) -> [FormEffect] {
    switch key {
    case Key(.enter):
      if let problem = problem(of: field) {
        status = problem
        return []
      }
      return next()
    case Key(.tab): return move(by: 1)
    case Key(.up) where !hasLine(above: true): return move(by: -1)
    case Key(.down) where !hasLine(above: false): return move(by: 1)
    default: return edit(key)
    }
  }

  /// Whether the text of the editor has a line above or below the cursor.
  private func hasLine(above: Bool) -> Bool {
    let bytes = editor.text.utf8
    let part = above ? bytes.prefix(editor.cursor) : bytes.dropFirst(editor.cursor)
    return part.contains(UInt8(ascii: "\n"))
  }

  private mutating func edit(_ key: Key) -> [FormEffect] {
    let isLineBreak = key.code == .enter && !key.modifiers.isEmpty
    if isLineBreak, field.kind != .text { return [] }
    if key == Key(.tab), !editor.hasMenu, !editor.text.allSatisfy(\.isWhitespace),
      rules.completion(editor.text, editor.cursor) == nil
    {
      status = "no file or folder matches \(quoted: editor.text)"
      return []
    }
    for case .suspend in editor.apply(.key(key)) { return [.suspend] }
    takeText()
    return []
  }

  mutating func paste(_ text: String) {
    guard case .fields = stage, !isTooSmall else { return }
    status = nil
    switch field.kind {
    case .choice, .shown: return
    case .text: _ = editor.apply(.paste(text))
    case .line, .photos:
      photo = nil
      let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      _ = editor.apply(.paste(words))
    }
    takeText()
  }
}

// Between the fields.
extension FormModel {
  /// Enter: the next field, or the preview after the last one.
  private mutating func next() -> [FormEffect] {
    guard focus < fields.count - 1 else { return check() }
    go(to: focus + 1)
    return []
  }

  private mutating func move(by step: Int) -> [FormEffect] {
    let effects = addTypedPhotos()
    guard status == nil else { return effects }
    let target = min(max(focus + step, 0), fields.count - 1)
    if target != focus { go(to: target) }
    return effects
  }

  /// Asks for the preview, if nothing is known to be missing or wrong.
  private mutating func check() -> [FormEffect] {
    let effects = addTypedPhotos()
    guard status == nil else { return effects }
    for (index, field) in fields.enumerated() {
      let isMissing = field.isRequired && values[field.name].isEmpty
      guard isMissing || problem(of: field) != nil else { continue }
      go(to: index)
      status = isMissing ? "\(field.label) is missing" : problem(of: field)
      return effects
    }
    stage = .checking
    return effects + [.check(values)]
  }
}

// A choice, and what is only shown.
extension FormModel {
  private mutating func pressInShown(_ key: Key) -> [FormEffect] {
    switch key.code {
    case .enter: return next()
    case .up: return move(by: -1)
    case .down, .tab: return move(by: 1)
    default: return []
    }
  }

  private mutating func choose(_ key: Key, among choices: [String]) -> [FormEffect] {
    let present = choices.firstIndex(of: values.text(field.name)) ?? -1
    switch key.code {
    case .enter: return next()
    case .up: return move(by: -1)
    case .down, .tab: return move(by: 1)
    case .left: select(choices[present <= 0 ? choices.count - 1 : present - 1])
    case .right, .text(" "): select(choices[(present + 1) % choices.count])
    case .delete where choices.contains(FormField.leftOut),
      .backspace where choices.contains(FormField.leftOut):
      select(FormField.leftOut)
    case .text(let text) where key.modifiers.isEmpty:
      let typed = typedChoice + text.lowercased()
      let found = [typed, text.lowercased()].lazy.compactMap { typed in
        choices.first { $0.lowercased().hasPrefix(typed) }.map { (typed, $0) }
      }.first
      guard let (typed, choice) = found else { break }
      select(choice)
      typedChoice = typed
    default: break
    }
    return []
  }

  private mutating func select(_ choice: String) {
    typedChoice = ""
    values.set(field.name, choice)
    readProblems()
  }
}

// The photos.
extension FormModel {
  private mutating func pressInPhotos(_ key: Key) -> [FormEffect] {
    guard let selected = photo else { return pressInPath(key) }
    var paths = values[field.name]
    let isMove = !key.modifiers.isDisjoint(with: [.alt, .shift])
    switch key.code {
    case .up, .down:
      let target = selected + (key.code == .up ? -1 : 1)
      guard isMove else { return step(to: target) }
      guard paths.indices.contains(target) else { return [] }
      paths.swapAt(selected, target)
      photo = target
    case .delete, .backspace:
      paths.remove(at: selected)
      photo = paths.isEmpty ? nil : min(selected, paths.count - 1)
    case .enter, .tab:
      photo = nil
      return []
    case .text where key.modifiers.isEmpty:
      photo = nil
      return pressInPath(key)
    default: return []
    }
    values[field.name] = paths
    readProblems()
    return []
  }

  /// Selects a photo, or leaves the photos at their ends.
  private mutating func step(to target: Int) -> [FormEffect] {
    guard target >= 0 else { return move(by: -1) }
    photo = target < values[field.name].count ? target : nil
    return []
  }

  private mutating func pressInPath(_ key: Key) -> [FormEffect] {
    switch key {
    case Key(.enter):
      guard editor.text.isEmpty else { return addTypedPhotos() }
      return next()
    case Key(.up):
      guard editor.text.isEmpty, let last = values[field.name].indices.last else {
        return move(by: -1)
      }
      photo = last
      return []
    case Key(.down): return move(by: 1)
    default: return edit(key)
    }
  }

  /// Adds the photos whose path is typed.
  private mutating func addTypedPhotos() -> [FormEffect] {
    guard field.kind == .photos, !editor.text.allSatisfy(\.isWhitespace) else { return [] }
    switch rules.photos(editor.text) {
    case .failure(let fault):
      status = fault.text
      return []
    case .success(let paths):
      values[field.name] += paths
      editor.restart()
      readProblems()
      return paths.map { .prepare($0) }
    }
  }
}

// The preview.
extension FormModel {
  private mutating func answer(_ preview: FormPreview, _ top: Int, _ key: Key) -> [FormEffect] {
    let view = FormView(self)
    let page = max(view.previewHeight - 1, 1)
    let isYes = ["y", "Y", "ㅛ"].contains(key.typedText)
    switch key.code {
    case .enter where preview.warnings.isEmpty: return [.leave(.send(values, preview))]
    case _ where isYes: return [.leave(.send(values, preview))]
    case .escape: stage = .fields
    case .up: scroll(preview, to: top - 1)
    case .down: scroll(preview, to: top + 1)
    case .pageUp: scroll(preview, to: top - page)
    case .pageDown, .text(" "): scroll(preview, to: top + page)
    case .enter: status = "This may be a slip: type \(command: "y"), or Esc to go back"
    default: break
    }
    return []
  }

  private mutating func scroll(_ preview: FormPreview, to top: Int) {
    let view = FormView(self)
    let hidden = max(view.previewLines(preview).count - view.previewHeight, 0)
    stage = .preview(preview, top: min(max(top, 0), hidden))
  }
}

extension Key {
  /// The text of a key without modifiers.
  fileprivate var typedText: String? {
    if case .text(let text) = code, modifiers.isEmpty { text } else { nil }
  }
}
