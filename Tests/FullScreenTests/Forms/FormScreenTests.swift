import MarketRender
import MarketTestSupport
import Messages
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct FormScreenTests {
  static let sizes = [(40, 12), (60, 20), (80, 24), (100, 30), (140, 45)]

  @Test(arguments: sizes, Golden.languages)
  func `a form has its screens`(size: (columns: Int, rows: Int), language: String) {
    let (columns, rows) = size
    let catalog = DisplayLanguage.catalog(of: language)
    var text = ""
    func show(_ title: String, _ sample: FormSample) {
      let frame = FormView(sample.model).unpaddedScreen.frame
      text += "== \(title)\n" + frame.rows.map { $0.markup + "\n" }.joined()
      #expect(frame.rows.count == rows)
      for row in frame.rows where row.width > columns - 1 {
        Issue.record("\(title): too wide: \(row.plain)")
      }
    }
    var sample = FormSample(columns: columns, rows: rows, catalog: catalog)
    show("empty", sample)
    sample.type("찻잔")
    show("too short", sample)
    sample = .full(columns: columns, rows: rows, catalog: catalog)
    sample.press(Key(.down), Key(.down))
    show("a choice", sample)
    sample.press(Key(.down))
    show("a text", sample)
    sample.press(Key(.enter))
    sample.handle(
      .prepared("a.jpg", .success(FormPhoto("a.jpg  1200×1600 240 KB jpeg", digest: "a"))))
    sample.handle(.prepared("찻잔.jpg", .failure(FormFault("there is no such file"))))
    sample.type("m")
    sample.press(Key(.tab), Key(.tab))
    show("a path", sample)
    sample.press(Key(.escape), Key(.backspace), Key(.backspace), Key(.backspace), Key(.backspace))
    sample.press(Key(.up))
    show("a photo", sample)
    sample.press(Key(.delete), .control("s"))
    sample.handle(.checked(.success(FormSample.preview(["the discount is more than 90%"]))))
    show("the last look", sample)
    Golden.expect(text, matchesScreen: "form-\(columns)x\(rows)", in: language)
  }

  @Test func `the photos are below the fields, where there is room`() {
    var sample = FormSample.full(columns: 100, rows: 40)
    #expect(FormView(sample.model).screen.slots == [])
    var viewport = FormSample.viewport(TerminalSize(columns: 100, rows: 40))
    viewport.pictures = PictureSpace(windowRows: 40)
    sample.handle(.resized(viewport, TerminalSize(columns: 100, rows: 40)))
    let slots = FormView(sample.model).screen.slots
    #expect(
      slots.map(\.url) == ["a.jpg", "찻잔.jpg"] && slots.allSatisfy { $0.line + $0.rows <= 37 })
    sample.handle(.resized(viewport, TerminalSize(columns: 100, rows: 14)))
    #expect(FormView(sample.model).screen.slots == [])
  }

  @Test(arguments: Golden.languages)
  func `a narrow window says how to go on from each field with a value`(language: String) throws {
    let catalog = DisplayLanguage.catalog(of: language)
    var sample = FormSample.full(columns: 60, rows: 20, catalog: catalog)
    for field in FormSample.fields {
      let bar = try #require(FormView(sample.model).unpaddedScreen.frame.rows.last).plain
      #expect(bar.contains("Enter ") && bar.contains("Esc"), "\(field.name): \(bar)")
      sample.press(Key(.down, .control))
    }
  }

  @Test func `a form survives any size of the window`() {
    for (columns, rows) in [(30, 8), (40, 10), (41, 11), (200, 60), (1, 1)] {
      var sample = FormSample.full()
      sample.resize(columns: columns, rows: rows)
      for _ in FormSample.fields {
        let frame = FormView(sample.model).unpaddedScreen.frame
        #expect(frame.rows.count <= max(rows, 1))
        #expect(frame.rows.allSatisfy { $0.width <= max(columns - 1, 1) } || columns < 40)
        #expect(frame.rows.indices.contains(frame.cursor.row))
        sample.press(Key(.down, .control))
      }
    }
  }
}
