/// What a person sees while something is awaited: a spinner, a bar, or now and then a line.
import Messages

/// A state machine for progress. It knows no clock: whoever drives it tells the time, as a duration
/// since an origin of the driver's choice, and draws what it answers.
///
/// 1. Nothing is shown in the first 300 ms: what is quick stays quiet.
/// 2. Live, one line is redrawn in place. Otherwise a line is printed every five seconds.
public struct Progress: Sendable {
  /// Where it is shown.
  public enum Presentation: Hashable, Sendable {
    /// On a terminal that understands escapes, `columns` wide.
    case live(columns: Int)
    /// In a log, a pipe or a terminal without escapes.
    case lines
  }

  /// What the driver does now.
  public enum Action: Hashable, Sendable {
    case nothing
    /// Replace the line shown before with this one, which is narrower than the window.
    case draw(StyledText)
    /// Write this as a line of its own.
    case print(StyledText)
    /// Take the line shown before away.
    case erase
  }

  static let patience = Duration.milliseconds(300)
  static let frameInterval = Duration.milliseconds(80)
  static let lineInterval = Duration.seconds(5)

  /// What is awaited, such as `Sending oak.jpg`.
  public private(set) var subject: String
  /// Steps done so far.
  public private(set) var done = 0
  /// All steps, nil where the number is unknown: a spinner instead of a bar.
  public private(set) var total: Int?
  private var presentation: Presentation
  private let start: Duration
  private var lastLine: Duration
  private var isDrawn = false

  public init(
    _ subject: String, total: Int? = nil, at start: Duration, presentation: Presentation
  ) {
    self.subject = subject
    self.total = total
    self.start = start
    self.presentation = presentation
    lastLine = start
  }

  /// Takes news; nil leaves a fact as it was. Shown at the next `step`.
  public mutating func update(subject: String? = nil, done: Int? = nil, total: Int? = nil) {
    self.subject = subject ?? self.subject
    self.done = done ?? self.done
    self.total = total ?? self.total
  }

  /// The window has another width now.
  public mutating func resize(columns: Int) {
    if case .live = presentation { presentation = .live(columns: columns) }
  }

  /// What to do at `now`.
  public mutating func step(at now: Duration) -> Action {
    switch presentation {
    case .live(let columns):
      guard now - start >= Self.patience else { return .nothing }
      isDrawn = true
      // The last column stays free: a letter there makes some terminals start a new line.
      return .draw(frame(at: now, columns: max(columns - 1, 1)))
    case .lines:
      guard now - lastLine >= Self.lineInterval else { return .nothing }
      lastLine = now
      return .print(sentence(at: now))
    }
  }

  /// Takes the live line away, at the end or before something else is written; the next `step`
  /// draws it again.
  public mutating func clear() -> Action {
    defer { isDrawn = false }
    return isDrawn ? .erase : .nothing
  }
}

extension Progress {
  private static let spinner: [String] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let barColumns = 24

  private func frame(at now: Duration, columns: Int) -> StyledText {
    let elapsed = now - start
    let facts = StyledText(
      "  " + self.facts(at: now, counted: "/", each: "/").joined(separator: " · "), .dim)
    guard let total, total > 0 else {
      let glyph = Self.spinner[Int(elapsed / Self.frameInterval) % Self.spinner.count]
      let head = StyledText(glyph + " ", Style(foreground: .cyan))
      return Self.line(head, subject, facts, columns)
    }
    let room = columns - min(DisplayWidth.of(subject), 12) - facts.width - 2
    let bar = room >= 8 ? Self.bar(done, of: total, columns: min(room, Self.barColumns)) : ""
    return Self.line(bar, subject, facts, columns)
  }

  private func sentence(at now: Duration) -> StyledText {
    let words = facts(at: now, counted: " of ", each: " a ")
    return StyledText("\(UntrustedText(subject).line): " + words.joined(separator: ", "))
  }

  /// `12/40`, `3.1/s`, `9 s left`, or the time so far where the number is unknown; in sentences
  /// `12 of 40`, `3.1 a second`.
  private func facts(at now: Duration, counted: String, each: String) -> [String] {
    let elapsed = now - start
    guard let total, total > 0 else { return [DurationText.short(elapsed)] }
    let (second, minute) = each == "/" ? ("s", "min") : ("second", "minute")
    var facts = ["\(done)\(counted)\(total)"]
    if done > 0, elapsed >= .seconds(1) {
      let tenths = Int(Double(done) / (elapsed / .seconds(1)) * 10)
      facts.append(
        tenths >= 10
          ? "\(tenths / 10).\(tenths % 10)\(each)\(second)" : "\(tenths * 6)\(each)\(minute)")
      if done < total {
        facts.append(DurationText.short(elapsed / done * (total - done)) + " left")
      }
    } else {
      facts.append(DurationText.short(elapsed))
    }
    return facts
  }

  private static func line(
    _ head: StyledText, _ subject: String, _ facts: StyledText, _ columns: Int
  ) -> StyledText {
    let name = StyledText(UntrustedText(subject).line)
    let middle = name.truncated(to: max(columns - head.width - facts.width, 0))
    let barless = middle + facts
    return (head + barless).truncated(to: columns)
  }

  private static func bar(_ done: Int, of total: Int, columns: Int) -> StyledText {
    let share = min(max(Double(done) / Double(total), 0), 1)
    let halves = Int(share * Double(columns * 2))
    let full = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    let rest = String(repeating: "─", count: columns - (halves + 1) / 2)
    return StyledText(full, Style(foreground: .cyan)) + StyledText(rest, .dim) + "  "
  }
}
