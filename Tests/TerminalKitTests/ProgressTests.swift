import MarketTestSupport
import Messages
import Testing

@testable import TerminalKit

@Suite(.timeLimit(.minutes(60))) struct ProgressTests {
  private func drawn(_ action: Progress.Action) -> String? {
    if case .draw(let line) = action { line.plain } else { nil }
  }

  @Test func `nothing is shown for the first 300 milliseconds`() {
    var progress = Progress("Asking", at: .zero, presentation: .live(columns: 40))
    #expect(progress.step(at: .milliseconds(299)) == .nothing)
    #expect(progress.clear() == .nothing)
    #expect(drawn(progress.step(at: .milliseconds(300))) == "⠸ Asking  0.3 s")
    #expect(drawn(progress.step(at: .milliseconds(1400))) == "⠧ Asking  1.4 s")
    #expect(progress.clear() == .erase)
    #expect(progress.clear() == .nothing)
  }

  @Test func `a bar shows count, rate and time left`() {
    var progress = Progress("Photos", total: 40, at: .zero, presentation: .live(columns: 80))
    progress.update(done: 10)
    #expect(
      drawn(progress.step(at: .seconds(5)))
        == "━━━━━━──────────────────  Photos  10/40 · 2.0/s · 15 s left")
    progress.update(done: 40)
    #expect(
      drawn(progress.step(at: .seconds(20)))
        == "━━━━━━━━━━━━━━━━━━━━━━━━  Photos  40/40 · 2.0/s")
  }

  @Test(arguments: [
    (80, "━───────────────  autumn.market  123/1540 · 2 failed · 12.3/s · 1 min 55 s left"),
    (70, "━──────────────  autumn.market  123/1540 · 2 failed · 1 min 55 s left"),
    (60, "autumn.market  123/1540 · 2 failed · 1 min 55 s left"),
    (40, "autumn.market  123/1540 · 2 failed"), (30, "autumn.…  123/1540 · 2 failed"),
  ])
  func `a narrow window has the problems, but not the rate`(columns: Int, line: String) {
    var progress = Progress(
      "autumn.market", total: 1540, at: .zero, presentation: .live(columns: columns))
    progress.update(done: 123, problems: ["2 failed"])
    #expect(drawn(progress.step(at: .seconds(10))) == line)
  }

  @Test func `what was done before the start does not count for the rate`() {
    var progress = Progress(
      "Run", total: 1000, done: 900, at: .zero, presentation: .live(columns: 60))
    progress.update(done: 910)
    let line = drawn(progress.step(at: .seconds(5)))
    #expect(line?.hasSuffix("910/1000 · 2.0/s · 45 s left") == true, "\(line ?? "")")
  }

  @Test func `a slow rate is given per minute`() {
    var progress = Progress("Run", total: 10, at: .zero, presentation: .live(columns: 60))
    progress.update(done: 1)
    let line = drawn(progress.step(at: .seconds(10)))
    #expect(line?.hasSuffix("1/10 · 6/min · 1 min 30 s left") == true)
  }

  @Test(arguments: 1...100)
  func `a line leaves the last column free`(columns: Int) {
    var progress = Progress(
      "한국어 \u{1B}[2J 👩‍👩‍👧", total: 7, at: .zero, presentation: .live(columns: columns))
    progress.update(done: 3)
    guard case .draw(let line) = progress.step(at: .seconds(2)) else {
      Issue.record("nothing was drawn")
      return
    }
    #expect(line.width <= max(columns - 1, 1))
    #expect(!line.plain.contains("\u{1B}"))
  }

  @Test(arguments: [(-3, 10), (0, 0), (15, 10), (Int.max / 4, Int.max / 2)])
  func `invalid numbers do no harm`(done: Int, total: Int) {
    var progress = Progress("x", total: total, at: .zero, presentation: .live(columns: 60))
    progress.update(done: done)
    #expect(drawn(progress.step(at: .seconds(3))) != nil)
  }

  @Test func `off a terminal a line is printed every five seconds`() {
    var progress = Progress("Photos", total: 4, at: .zero, presentation: .lines)
    progress.update(done: 1, problems: ["1 failed"])
    #expect(progress.step(at: .milliseconds(4900)) == .nothing)
    #expect(
      progress.step(at: .seconds(5)) == .print("Photos: 1 of 4, 1 failed, 12 a minute, 15 s left"))
    #expect(progress.step(at: .milliseconds(9900)) == .nothing)
    #expect(progress.step(at: .seconds(10)) != .nothing)
    #expect(progress.clear() == .nothing)
  }

  @Test func `the driver removes its line from the screen`() {
    let terminal = FakeTerminal(columns: 30)
    let line = ProgressLine(
      Progress("Asking", at: .zero, presentation: .live(columns: 30)), on: terminal, ansi: .plain)
    line.step(at: .milliseconds(320))
    line.clear()
    line.step(at: .milliseconds(400))
    line.finish()
    line.step(at: .milliseconds(480))
    #expect(
      terminal.error
        == "\r⠼ Asking  0.3 s\u{1B}[K\r\u{1B}[K\r⠴ Asking  0.4 s\u{1B}[K\r\u{1B}[K")
    #expect(terminal.output.isEmpty)
  }

  @Test(
    arguments: [
      (Duration.zero, "0.0 s"), (.milliseconds(999), "0.9 s"), (.milliseconds(12_700), "12 s"),
      (.seconds(60), "1 min"), (.seconds(80), "1 min 20 s"), (.seconds(7500), "2 h 5 min"),
      (.seconds(273_600), "3 d 4 h"), (.seconds(-4), "0.0 s"),
    ])
  func `durations are formatted with at most two units`(duration: Duration, text: String) {
    #expect(Message.duration(duration).english == text)
  }
}
