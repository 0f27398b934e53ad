extension LineEditor {
  mutating func go(_ motion: ViMotion, _ count: Int?, after last: KeyState.LastAction)
    -> [EditorEffect]
  {
    if motion == .up || motion == .down {
      keyState.lastAction = last
      keyState.argument = count
      return perform(motion == .up ? .up : .down)
    }
    guard let resolved = resolve(motion),
      let target = buffer.target(of: resolved, count: count ?? 1)
    else { return [.bell] }
    buffer.move(to: target)
    return []
  }

  /// Replaces `;` and `,` with the last find.
  private mutating func resolve(_ motion: ViMotion) -> ViMotion? {
    switch motion {
    case .find(let find):
      vi?.lastFind = find
      return motion
    case .repeatFind(let isReversed):
      guard let find = vi?.lastFind else { return nil }
      return .find(find.repeated(isReversed: isReversed))
    default: return motion
    }
  }

  mutating func operate(
    _ operation: ViCommand.Operator, _ motion: ViMotion, _ count: Int
  ) -> [EditorEffect] {
    if case .word(let big) = motion, operation == .change,
      let kind = buffer.kind(at: buffer.cursor, big: big), kind != .whitespace
    {
      return cut(operation, buffer.cursor..<buffer.changedWordEnd(big: big, count: count))
    }
    guard let motion = resolve(motion), let target = buffer.target(of: motion, count: count) else {
      return [.bell]
    }
    if motion.isByLines { return operateOnLines(operation, from: buffer.cursor, to: target) }
    var range = min(target, buffer.cursor)..<max(target, buffer.cursor)
    if motion.isInclusive { range = range.lowerBound..<buffer.after(range.upperBound) }
    // `dw` on the last word of a line does not delete the line break.
    if case .word = motion, count == 1 {
      let end = max(buffer.cursor, min(range.upperBound, buffer.lineEnd(of: buffer.cursor)))
      range = range.lowerBound..<end
    }
    return cut(operation, range)
  }

  private mutating func cut(
    _ operation: ViCommand.Operator, _ range: Range<Int>
  ) -> [EditorEffect] {
    guard !range.isEmpty || operation == .change else { return [.bell] }
    store(buffer.slice(range), isLines: false)
    if operation == .yank {
      buffer.move(to: range.lowerBound)
    } else {
      change(range, to: "", .single)
    }
    if operation == .change { vi?.mode = .insert }
    return []
  }

  mutating func operateOnLines(
    _ operation: ViCommand.Operator, below count: Int
  ) -> [EditorEffect] {
    var last = buffer.cursor
    for _ in 0..<max(0, count) { last = buffer.offset(below: true, of: last, column: 0) ?? last }
    return operateOnLines(operation, from: buffer.cursor, to: last)
  }

  private mutating func operateOnLines(
    _ operation: ViCommand.Operator, from first: Int, to last: Int
  ) -> [EditorEffect] {
    var range = buffer.lineStart(of: min(first, last))..<buffer.lineEnd(of: max(first, last))
    store(buffer.slice(range), isLines: true)
    switch operation {
    case .yank: break
    case .change:
      change(range, to: "", .single)
      vi?.mode = .insert
    case .delete:
      if range.upperBound < buffer.count {
        range = range.lowerBound..<range.upperBound + 1
      } else if range.lowerBound > 0 {
        range = range.lowerBound - 1..<range.upperBound
      }
      change(range, to: "", .single)
      buffer.move(to: buffer.indent(of: buffer.cursor))
    }
    return []
  }

  private mutating func store(_ text: String, isLines: Bool) {
    vi?.register = (text, isLines)
    kills.add(text, joins: false, isBackward: false)
  }

  mutating func replaceCharacters(with character: Character, _ count: Int) -> [EditorEffect] {
    let line = buffer.lineEnd(of: buffer.cursor)
    var end = buffer.cursor
    for _ in 0..<count {
      guard end < line else { return [.bell] }
      end = buffer.after(end)
    }
    let new = String(repeating: character, count: count)
    let start = buffer.cursor
    change(start..<end, to: new, .single)
    buffer.move(to: buffer.before(start + new.utf8.count))
    return []
  }

  mutating func performCommand(_ command: Character, _ count: Int?) -> [EditorEffect] {
    switch command {
    case "x": return operate(.delete, .right, count ?? 1)
    case "X": return operate(.delete, .left, count ?? 1)
    case "s": return cut(.change, buffer.cursor..<offsetAhead(count ?? 1))
    case "D": return operate(.delete, .lineEnd, count ?? 1)
    case "C": return operate(.change, .lineEnd, count ?? 1)
    case "S": return operateOnLines(.change, below: (count ?? 1) - 1)
    case "Y": return operateOnLines(.yank, below: (count ?? 1) - 1)
    case "~": return toggleCase(count ?? 1)
    case "p", "P": return put(count ?? 1, isBehind: command == "p")
    case "u": return perform(.undo)
    case ".": return repeatChange(count)
    case "/", "?": return beginSearch(isOlder: command == "/")
    case "n", "N": return repeatSearch(isOlder: command == "n")
    case "v": return [.openEditor(buffer.text)]
    default: return enterInsert(for: command)
    }
  }

  private mutating func enterInsert(for command: Character) -> [EditorEffect] {
    let start = buffer.lineStart(of: buffer.cursor)
    let end = buffer.lineEnd(of: buffer.cursor)
    switch command {
    case "i", "R": break
    case "a": buffer.move(to: offsetAhead(1))
    case "I": buffer.move(to: buffer.indent(of: buffer.cursor))
    case "A": buffer.move(to: end)
    case "o": change(end..<end, to: "\n", .single)
    case "O": change(start..<start, to: "\n", .single, cursor: start)
    default: return [.bell]
    }
    vi?.mode = command == "R" ? .replace : .insert
    return []
  }

  /// The offset `count` characters after the cursor, at most the end of the line.
  private func offsetAhead(_ count: Int) -> Int {
    buffer.target(of: ViMotion.right, count: count) ?? buffer.cursor
  }

  private mutating func toggleCase(_ count: Int) -> [EditorEffect] {
    let range = buffer.cursor..<offsetAhead(count)
    guard !range.isEmpty else { return [.bell] }
    let toggled = buffer.slice(range).map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }
    change(range, to: toggled.joined(), .single)
    return []
  }

  private mutating func put(_ count: Int, isBehind: Bool) -> [EditorEffect] {
    guard let register = vi?.register ?? kills.newest().map({ ($0, false) }) else { return [.bell] }
    let isLines = register.isLines && !buffer.isEmpty
    let text = register.isLines ? register.text + "\n" : register.text
    guard var new = EditBuffer.repeated(text, count) else { return [.bell] }
    if register.isLines { new.removeLast() }
    guard isLines else {
      let offset = isBehind ? offsetAhead(1) : buffer.cursor
      guard !new.isEmpty, change(offset..<offset, to: new, .single) else { return [.bell] }
      buffer.move(to: buffer.before(buffer.cursor))
      return []
    }
    let offset = isBehind ? buffer.lineEnd(of: buffer.cursor) : buffer.lineStart(of: buffer.cursor)
    guard change(offset..<offset, to: isBehind ? "\n" + new : new + "\n", .single) else {
      return [.bell]
    }
    buffer.move(to: buffer.indent(of: isBehind ? offset + 1 : offset))
    return []
  }
}
