/// The mode of the vi keys and what a command in the making has so far.
import TerminalKit

struct ViState: Sendable {
  enum Mode: Hashable, Sendable {
    case insert, normal
    /// `R`: what is typed stands in place of what was there.
    case replace
  }

  /// A change that `.` makes again.
  struct Change: Sendable {
    var count: Int?
    var keys: [Key] = []
  }

  var mode = Mode.insert
  var command = ViCommand()
  var lastFind: ViFind?
  /// What was deleted or copied last, and whether it is whole lines.
  var register: (text: String, isLines: Bool)?
  /// The change being made; nil while none is.
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

  /// The insertion is over, by Escape or with the line.
  mutating func endChange() {
    guard mode != .normal, var change = recordedChange else { return }
    change.keys.append(Key(.escape))
    lastChange = change
    recordedChange = nil
  }
}

/// A command of normal mode, letter by letter: `3dw`, `d2f,`, `yy`.
struct ViCommand: Sendable {
  enum Operator: Character, Sendable {
    case delete = "d"
    case change = "c"
    case yank = "y"
  }

  enum Action: Hashable, Sendable {
    case move(ViMotion)
    case operate(Operator, ViMotion)
    /// `dd` and its like.
    case operateOnLines(Operator)
    case replace(Character)
    /// Any other letter; the editor knows which of them mean something.
    case command(Character)

    var isChange: Bool {
      switch self {
      case .move: false
      case .operate(let operation, _), .operateOnLines(let operation): operation != .yank
      case .replace: true
      case .command(let letter): "xXsSDCRpPiaIAoO~".contains(letter)
      }
    }
  }

  enum Outcome: Hashable, Sendable {
    case unfinished
    case unknown
    case done(Action)
  }

  /// No count is beyond this.
  private static let limit = 1000

  private(set) var count: Int?
  private var operation: Operator?
  private var operationCount: Int?
  /// The letter that wants another one behind it.
  private var pendingCharacter: Character?

  init(count: Int? = nil) {
    self.count = count
  }

  var isReplacing: Bool { pendingCharacter == "r" }
  /// Whether only a count was typed, or nothing.
  var isIdle: Bool { operation == nil && pendingCharacter == nil }
  /// The counts before and behind the operator together; nil without any.
  var total: Int? {
    guard count != nil || operationCount != nil else { return nil }
    return min((count ?? 1) * (operationCount ?? 1), Self.limit)
  }

  mutating func feed(_ letter: Character) -> Outcome {
    if let pendingCharacter { return finish(pendingCharacter, with: letter) }
    if let digit = letter.wholeNumberValue, letter.isASCII, digit > 0 || isCounting {
      add(digit)
      return .unfinished
    }
    if "fFtTgr".contains(letter), letter != "r" || operation == nil {
      pendingCharacter = letter
      return .unfinished
    }
    if let motion = ViMotion(letter) { return .done(action(motion)) }
    if let next = Operator(rawValue: letter) {
      if operation == next { return .done(.operateOnLines(next)) }
      guard operation == nil else { return .unknown }
      operation = next
      return .unfinished
    }
    return operation == nil ? .done(.command(letter)) : .unknown
  }

  private mutating func finish(_ pendingCharacter: Character, with letter: Character) -> Outcome {
    self.pendingCharacter = nil
    switch pendingCharacter {
    case "r": return .done(.replace(letter))
    case "g": return letter == "g" ? .done(action(.textStart)) : .unknown
    default:
      let isForward = pendingCharacter == "f" || pendingCharacter == "t"
      let stopsBefore = pendingCharacter == "t" || pendingCharacter == "T"
      return .done(
        action(.find(ViFind(target: letter, isForward: isForward, stopsBefore: stopsBefore))))
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
