import TerminalKit

/// The mode of the vi keys and the command being typed.
struct ViState: Sendable {
  enum Mode: Hashable, Sendable {
    case insert, normal
    /// Typed text replaces existing text (`R`).
    case replace
  }

  /// A change that `.` repeats.
  struct Change: Sendable {
    var count: Int?
    var keys: [Key] = []
  }

  var mode = Mode.insert
  var command = ViCommand()
  var lastFind: ViFind?
  /// The text deleted or copied last, and whether it consists of whole lines.
  var register: (text: String, isLines: Bool)?
  /// The change being recorded, or nil.
  var recordedChange: Change?
  var lastChange: Change?
  var isRepeating = false

  var cursorShape: CursorShape {
    switch mode {
    case .insert: .bar
    case .replace: .underline
    case .normal: command.isReplacing ? .underline : .block
    }
  }

  mutating func restart() {
    endChange()
    mode = .insert
    command = ViCommand()
  }

  /// Ends an insertion by Escape or at the end of the line.
  mutating func endChange() {
    guard mode != .normal, var change = recordedChange else { return }
    change.keys.append(Key(.escape))
    lastChange = change
    recordedChange = nil
  }
}

/// A parser for the commands of normal mode, fed with one character at a time, such as `3dw`,
/// `d2f,` or `yy`.
struct ViCommand: Sendable {
  enum Operator: Character, Sendable {
    case delete = "d"
    case change = "c"
    case yank = "y"
  }

  enum Action: Hashable, Sendable {
    case move(ViMotion)
    case operate(Operator, ViMotion)
    /// `dd`, `cc` or `yy`.
    case operateOnLines(Operator)
    case replace(Character)
    /// Any other command character; the editor knows which ones exist.
    case command(Character)

    var isChange: Bool {
      switch self {
      case .move: false
      case .operate(let operation, _), .operateOnLines(let operation): operation != .yank
      case .replace: true
      case .command(let command): "xXsSDCRpPiaIAoO~".contains(command)
      }
    }
  }

  enum Outcome: Hashable, Sendable {
    case unfinished
    case unknown
    case done(Action)
  }

  /// The largest count.
  private static let limit = 1000

  private(set) var count: Int?
  private var operation: Operator?
  private var operationCount: Int?
  /// The character that requires a second one.
  private var pendingCharacter: Character?

  init(count: Int? = nil) { self.count = count }

  var isReplacing: Bool { pendingCharacter == "r" }
  /// Whether nothing but a count was typed.
  var isIdle: Bool { operation == nil && pendingCharacter == nil }
  /// The product of the counts before and after the operator; nil without a count.
  var total: Int? {
    guard count != nil || operationCount != nil else { return nil }
    return min((count ?? 1) * (operationCount ?? 1), Self.limit)
  }

  mutating func feed(_ character: Character) -> Outcome {
    if let pendingCharacter { return finish(pendingCharacter, with: character) }
    if let digit = character.wholeNumberValue, character.isASCII, digit > 0 || isCounting {
      add(digit)
      return .unfinished
    }
    if "fFtTgr".contains(character), character != "r" || operation == nil {
      pendingCharacter = character
      return .unfinished
    }
    if let motion = ViMotion(character) { return .done(action(motion)) }
    if let next = Operator(rawValue: character) {
      if operation == next { return .done(.operateOnLines(next)) }
      guard operation == nil else { return .unknown }
      operation = next
      return .unfinished
    }
    return operation == nil ? .done(.command(character)) : .unknown
  }

  private mutating func finish(_ pendingCharacter: Character, with character: Character) -> Outcome
  {
    self.pendingCharacter = nil
    switch pendingCharacter {
    case "r": return .done(.replace(character))
    case "g": return character == "g" ? .done(action(.textStart)) : .unknown
    default:
      let isForward = pendingCharacter == "f" || pendingCharacter == "t"
      let stopsBefore = pendingCharacter == "t" || pendingCharacter == "T"
      return .done(
        action(.find(ViFind(target: character, isForward: isForward, stopsBefore: stopsBefore))))
    }
  }

  private func action(_ motion: ViMotion) -> Action {
    operation.map { .operate($0, motion) } ?? .move(motion)
  }

  private var isCounting: Bool { (operation == nil ? count : operationCount) != nil }

  private mutating func add(_ digit: Int) {
    if operation == nil {
      count = min((count ?? 0) * 10 + digit, Self.limit)
    } else {
      operationCount = min((operationCount ?? 0) * 10 + digit, Self.limit)
    }
  }
}
