public import Messages

/// The state machine of a progress indicator: a spinner, a bar or lines of text. It has no clock:
/// the driver passes the time since a fixed moment and performs the returned action.
///
/// 1. Nothing is shown in the first 300 ms.
/// 2. A live indicator redraws one line in place. Otherwise a line is printed every five seconds.
public struct Progress: Sendable {
  /// How progress is shown.
  public enum Presentation: Hashable, Sendable {
    /// On a terminal with escape sequences that is `columns` wide.
    case live(columns: Int)
    /// In a log, a pipe, or a terminal without escape sequences.
    case lines
  }

  /// What the driver must do.
  public enum Action: Hashable, Sendable {
    case nothing
    /// Replace the current line with this one, which is narrower than the window.
    case draw(StyledText)
    /// Print this line.
    case print(StyledText)
    /// Erase the current line.
    case erase
  }

  static let delay = Duration.milliseconds(300)
  static let frameInterval = Duration.milliseconds(80)
  static let lineInterval = Duration.seconds(5)

  /// What is in progress, such as `Sending oak.jpg`.
  public private(set) var subject: Message
  /// The number of finished steps.
  public private(set) var done = 0
  /// The total number of steps, or nil if it is unknown.
  public private(set) var total: Int?
  /// The numbers of steps that went wrong, such as `2 failed`.
  public private(set) var problems: [Message] = []
  /// The steps that were finished before the start, which say nothing about the rate.
  private let base: Int
  private var presentation: Presentation
  private let catalog: MessageCatalog
  private let start: Duration
  private var lastLine: Duration
  private var isDrawn = false

  /// - Parameter done: the number of steps that are finished at the start.
  public init(
    _ subject: Message, total: Int? = nil, done: Int = 0, at start: Duration,
    presentation: Presentation, catalog: MessageCatalog = .english
  ) {
    self.subject = subject
    self.total = total
    self.done = done
    base = done
    self.start = start
    self.presentation = presentation
    self.catalog = catalog
    lastLine = start
  }

  /// Updates the given properties. The next `step` shows them.
  public mutating func update(
    subject: Message? = nil, done: Int? = nil, total: Int? = nil, problems: [Message]? = nil
  ) {
    self.subject = subject ?? self.subject
    self.done = done ?? self.done
    self.total = total ?? self.total
    self.problems = problems ?? self.problems
  }

  /// Sets the window width.
  public mutating func resize(columns: Int) {
    if case .live = presentation { presentation = .live(columns: columns) }
  }

  /// Returns what to do at the time `now`.
  public mutating func step(at now: Duration) -> Action {
    switch presentation {
    case .live(let columns):
      guard now - start >= Self.delay else { return .nothing }
      isDrawn = true
      // Some terminals start a new line after a character in the last column.
      return .draw(frame(at: now, columns: max(columns - 1, 1)))
    case .lines:
      guard now - lastLine >= Self.lineInterval else { return .nothing }
      lastLine = now
      return .print(sentence(at: now))
    }
  }

  /// Erases the live line; the next `step` draws it again.
  public mutating func clear() -> Action {
    defer { isDrawn = false }
    return isDrawn ? .erase : .nothing
  }
}

extension Progress {
  private static let spinner: [String] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
  private static let barColumns = 8...24
  /// The columns of the subject that are more important than the bar and the pace.
  private static let subjectColumns = 20

  private func frame(at now: Duration, columns: Int) -> StyledText {
    let elapsed = now - start
    guard let total, total > 0 else {
      let glyph = Self.spinner[Int(elapsed / Self.frameInterval) % Self.spinner.count]
      let time = StyledText("  " + text(.duration(elapsed)), .dim)
      return line(StyledText(glyph + " ", Style(foreground: .cyan)), time, columns)
    }
    // In a narrow window the rate is left out first, then the bar, then the time.
    var pace = pace(elapsed, spoken: false)
    var details = details(pace)
    func room() -> Int {
      columns - min(DisplayWidth.of(text(subject)), Self.subjectColumns) - details.width
    }
    while room() - 2 < Self.barColumns.lowerBound, pace.count > 1 || room() < 0, !pace.isEmpty {
      pace.removeFirst()
      details = self.details(pace)
    }
    let available = min(room() - 2, Self.barColumns.upperBound)
    let hasBar = available >= Self.barColumns.lowerBound
    return line(hasBar ? Self.bar(done, of: total, columns: available) : "", details, columns)
  }

  private func sentence(at now: Duration) -> StyledText {
    let elapsed = now - start
    guard let total, total > 0 else {
      return StyledText(text("\(subject): \(Message.duration(elapsed))"))
    }
    let count = Message(count: total, one: "\(done) of \(total)", other: "\(done) of \(total)")
    let details = [count] + problems + pace(elapsed, spoken: true)
    return StyledText(text("\(subject): \(Message.list(details))"))
  }

  private func text(_ message: Message) -> String { message.text(in: catalog) }

  /// The count and what else is known, such as `12/40 · 1 failed · 3.1/s · 9 s left`.
  private func details(_ pace: [Message]) -> StyledText {
    var parts = [StyledText(text("\(done)/\(total ?? 0)"), .dim)]
    parts += problems.map { StyledText(text($0), Style(foreground: .red)) }
    parts += pace.map { StyledText(text($0), .dim) }
    let separator = StyledText(" · ", .dim)
    return parts.dropFirst().reduce("  " + parts[0]) { $0 + separator + $1 }
  }

  /// The rate and the remaining time; without a rate, the elapsed time.
  ///
  /// - Parameter spoken: whether the rate is for screen readers and logs: `3.1 a second`.
  private func pace(_ elapsed: Duration, spoken: Bool) -> [Message] {
    guard let rate = rate(elapsed) else { return [.duration(elapsed)] }
    let perSecond = "\(rate / 10).\(rate % 10)"
    let text: Message =
      switch (rate >= 10, spoken) {
      case (true, false): "\(formatted: perSecond)/s"
      case (false, false): "\(rate * 6)/min"
      case (true, true): "\(formatted: perSecond) a second"
      case (false, true): "\(rate * 6) a minute"
      }
    guard let total, done < total else { return [text] }
    return [text, "\(Message.duration(elapsed / (done - base) * (total - done))) left"]
  }

  /// The rate in tenths of a step per second; nil if it is not known yet.
  private func rate(_ elapsed: Duration) -> Int? {
    guard done > base, elapsed >= .seconds(1) else { return nil }
    return Int(Double(done - base) / (elapsed / .seconds(1)) * 10)
  }

  private func line(_ head: StyledText, _ details: StyledText, _ columns: Int) -> StyledText {
    let label = StyledText(text(subject))
    let middle = label.truncated(to: max(columns - head.width - details.width, 0))
    return (head + middle + details).truncated(to: columns)
  }

  private static func bar(_ done: Int, of total: Int, columns: Int) -> StyledText {
    let share = min(max(Double(done) / Double(total), 0), 1)
    let halves = Int(share * Double(columns * 2))
    let full = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    let rest = String(repeating: "─", count: columns - (halves + 1) / 2)
    return StyledText(full, Style(foreground: .cyan)) + StyledText(rest, .dim) + "  "
  }
}
