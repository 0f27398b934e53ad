import LineEditor
import MarketRender
import MarketTestSupport
import Messages
import TerminalKit
import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct FormModelTests {
  @Test func `a form opens at the first field that is missing`() {
    #expect(FormSample().field == "name")
    #expect(FormSample(["name": ["Oak mug"], "image": ["a.jpg"]]).field == "price")
    #expect(FormSample.full().field == "name")
  }

  @Test(arguments: [
    ("Oa", "name 2/100: at least 3"), ("Oak", "name 3/100: 3 to 100 characters"),
    ("찻잔", "name 2/100: at least 3"), (String(repeating: "x", count: 101), "at most 100"),
    ("", "name 0/100: 3 to 100 characters"),
  ])
  func `the limit of a field is shown while it is typed`(_ typed: String, _ note: String) {
    var sample = FormSample()
    sample.type(typed)
    #expect(sample.shows(note), "\(sample.screen)")
  }

  @Test func `Enter stays at a wrong value, and the arrows leave it with a mark`() {
    var sample = FormSample()
    sample.type("Oa")
    sample.press(Key(.enter))
    #expect(sample.field == "name" && sample.shows("at least 3"))
    sample.press(Key(.down))
    #expect(sample.field == "price" && sample.shows("! name"))
    sample.type("twelve")
    #expect(sample.shows("price: \"twelve\" is not an amount of money"))
    sample.press(Key(.up))
    sample.type("k")
    #expect(sample.field == "name" && !sample.shows("! name") && sample.shows("! price"))
  }

  @Test func `Enter moves through the fields and asks for a last look`() {
    var sample = FormSample()
    sample.type("Oak mug")
    sample.press(Key(.enter))
    sample.type("12000")
    sample.press(Key(.enter), Key(.right), Key(.enter))
    sample.type("Turned from one piece.")
    sample.press(Key(.enter))
    sample.type("a.jpg")
    sample.press(Key(.enter))
    #expect(sample.field == "image" && sample.prepares == ["a.jpg"] && sample.shows("photos 1/5"))
    sample.press(Key(.enter))
    sample.type("5")
    sample.press(Key(.enter))
    let values: [String: [String]] = [
      "name": ["Oak mug"], "price": ["12000"], "currency": ["USD"],
      "description": ["Turned from one piece."], "image": ["a.jpg"], "stock": ["5"],
    ]
    #expect(sample.checks == [FormValues(values)])
    sample.handle(.checked(.success(FormSample.preview())))
    #expect(sample.shows("Add 참나무 머그컵 at home as 도자기공방?") && sample.shows("₩11,000"))
    sample.press(Key(.enter))
    #expect(sample.end == .send(FormValues(values), FormSample.preview()))
  }

  @Test func `what is missing or wrong is gone to before anything is checked`() {
    var sample = FormSample(["name": ["Oak mug"], "price": ["12000"], "image": ["a.jpg"]])
    sample.press(Key(.up), Key(.up), .control("s"))
    #expect(sample.field == "description" && sample.shows("description is missing"))
    sample.type("Short")
    sample.press(.control("s"))
    #expect(sample.field == "description" && sample.shows("at least 10") && sample.checks == [])
  }

  @Test func `a fault of the check leads to its field`() {
    var sample = FormSample.full()
    sample.press(.control("s"))
    #expect(sample.shows("Checking") && sample.checks.count == 1)
    sample.type("typed meanwhile")
    sample.handle(.checked(.failure(FormFault("the price is odd", field: "price"))))
    #expect(sample.field == "price" && sample.shows("the price is odd"))
    #expect(sample.model.values.text("name") == "참나무 머그컵")
  }

  @Test func `what is typed while the form is checked is no answer to its question`() {
    var sample = FormSample.full()
    sample.press(.control("s"), Key(.enter), .text("y"))
    sample.handle(.checked(.success(FormSample.preview())))
    #expect(sample.end == nil && sample.shows("As buyers will see it"))
    sample.press(Key(.escape))
    #expect(sample.field == "name" && sample.end == nil)
    // An answer that comes late changes nothing.
    sample.handle(.checked(.success(FormSample.preview())))
    #expect(!sample.shows("As buyers will see it"))
  }

  @Test func `a probable slip needs a y`() {
    var sample = FormSample.full()
    sample.press(.control("s"))
    sample.handle(.checked(.success(FormSample.preview(["the discount is 95%"]))))
    #expect(sample.shows("Please check:") && sample.shows("the discount is 95%"))
    sample.press(Key(.enter))
    #expect(sample.end == nil && sample.shows("type y"))
    sample.press(.text("ㅛ"))
    #expect(sample.end != nil)
  }

  @Test(arguments: [Key(.escape), .control("c")])
  func `Esc and Ctrl-C leave each field and keep what was typed`(_ key: Key) {
    for index in FormSample.fields.indices {
      var sample = FormSample.full()
      for _ in 0..<index { sample.press(Key(.down, .control)) }
      sample.press(key)
      #expect(sample.end == .left(FormSample.full().model.values), "field \(index)")
    }
    var sample = FormSample()
    sample.type("Oak")
    sample.press(key)
    #expect(sample.end == .left(FormValues(["name": ["Oak"], "currency": ["KRW"]])))
  }

  @Test(arguments: [Key(.escape), .control("c")])
  func `in a window that is too small only the keys that leave act`(_ key: Key) {
    var sample = FormSample.full(columns: 30, rows: 8)
    sample.type("q")
    sample.press(Key(.enter), .control("s"))
    sample.handle(.input(.paste("Oak")))
    #expect(sample.end == nil && sample.checks == [])
    #expect(sample.text.joined(separator: " ").contains("Esc leaves"), "\(sample.screen)")
    sample.press(key)
    #expect(sample.end == .left(FormSample.full().model.values))
  }
}

/// A form that shows what its values would do.
@Suite(.timeLimit(.minutes(60))) struct FormOutlookTests {
  /// A field for each letter of the first one, and what was asked and not yet answered.
  private static func outlook(_ values: FormValues) -> FormOutlook {
    let letters = Set(values.text("letters")).sorted()
    let first = FormField("letters", label: "letters", help: "any")
    let fields =
      [first]
      + letters.map { letter in
        FormField("letter \(letter)", label: "\(String(letter))", help: "a word for it")
      }
    return FormOutlook(
      fields: fields, values: values, excerpt: ["one", "two", "three"], marked: 1,
      outcome: "\(letters.count) letters")
  }

  private static func sample(columns: Int = 60, rows: Int = 20) -> FormModel {
    let rules = FormRules(
      problems: { _ in [:] }, photos: { _ in .failure(FormFault("")) }, completion: { _, _ in nil },
      outlook: outlook)
    let size = TerminalSize(columns: columns, rows: rows)
    return FormModel(
      "Letters", fields: outlook(FormValues()).fields, values: FormValues(), rules: rules,
      viewport: FormSample.viewport(size), size: size)
  }

  @Test func `each change asks for its outcome, and other fields keep the focus`() {
    var model = Self.sample()
    #expect(model.start() == [.look(FormValues())])
    let effects = model.handle(.input(.key(.text("b"))))
    #expect(effects == [.look(FormValues(["letters": ["b"]]))])
    #expect(model.handle(.input(.key(Key(.left)))) == [])
    _ = model.handle(.looked(Self.outlook(FormValues(["letters": ["b"]]))))
    #expect(model.fields.map(\.name) == ["letters", "letter b"] && model.focus == 0)
    let screen = FormView(model).unpaddedScreen.frame.rows.map(\.plain)
    #expect(screen[2] == "▸ two" && screen.contains { $0.contains("→ 1 letters") }, "\(screen)")
    _ = model.handle(.input(.key(.control("s"))))
    #expect(model.handle(.checked(.success(nil))) == [.leave(.filled(model.values))])
  }

  @Test(arguments: 0..<40)
  func `answers that come late never lose what was typed`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var model = Self.sample(
      columns: Int.random(in: 40...100, using: &random),
      rows: Int.random(in: 10...30, using: &random))
    var asked: [FormValues] = []
    func keep(_ effects: [FormEffect]) {
      for case .look(let values) in effects { asked.append(values) }
    }
    keep(model.start())
    var typed: [String: String] = [:]
    for _ in 0..<400 {
      if !asked.isEmpty, Bool.random(using: &random) {
        let index = Int.random(in: asked.indices, using: &random)
        keep(model.handle(.looked(Self.outlook(asked.remove(at: index)))))
      }
      let keys: [Key] = [
        .text("a"), .text("b"), .text("c"), Key(.backspace), Key(.down), Key(.up), Key(.tab),
        Key(.tab, .shift),
      ]
      let key = keys[Int.random(in: keys.indices, using: &random)]
      keep(model.handle(.input(.key(key))))
      typed[model.field.name] = model.editor.text
      for (name, text) in typed { #expect(model.values.text(name) == text, "\(name)") }
      let frame = FormView(model).unpaddedScreen.frame
      #expect(frame.rows.count == model.size.rows)
    }
  }
}

@Suite(.timeLimit(.minutes(60))) struct FormFieldTests {
  @Test func `a choice turns with the arrows and follows its letters`() {
    var sample = FormSample()
    sample.press(Key(.down), Key(.down))
    let turns: [(Key, String)] = [
      (Key(.right), "USD"), (.text(" "), "EUR"), (Key(.right), "KRW"), (Key(.left), "EUR"),
      (.text("u"), "USD"), (.text("s"), "USD"), (.text("k"), "KRW"), (.text("x"), "KRW"),
    ]
    for (key, choice) in turns {
      sample.press(key)
      #expect(sample.model.values.text("currency") == choice)
    }
    sample.press(Key(.up))
    #expect(sample.field == "price")
  }

  @Test func `a text has several lines, in which the arrows move first`() {
    var sample = FormSample.full()
    for _ in 0..<3 { sample.press(Key(.down)) }
    #expect(sample.field == "description" && sample.shows("Oiled by hand."))
    sample.press(Key(.up))
    #expect(sample.field == "description")
    sample.press(Key(.up))
    #expect(sample.field == "currency")
    sample.press(Key(.down), Key(.enter, .alt))
    sample.type("Third.")
    #expect(
      sample.model.values.text("description") == "Turned from one piece.\nOiled by hand.\nThird.")
    sample.press(Key(.enter))
    #expect(sample.field == "image")
  }

  @Test func `a paste into a line is one line, into a text as it is`() {
    var sample = FormSample()
    sample.handle(.input(.paste("Oak\nmug\n")))
    #expect(sample.model.values.text("name") == "Oak mug")
    for _ in 0..<3 { sample.press(Key(.down)) }
    sample.handle(.input(.paste("one\ntwo")))
    #expect(sample.model.values.text("description") == "one\ntwo")
    sample.handle(.input(.paste(String(repeating: "long ", count: 200_000))))
    #expect(sample.shows("at most 1000") && sample.text.count == 24)
  }

  @Test func `photos are selected, moved and removed`() {
    var sample = FormSample.full()
    #expect(sample.prepares == ["a.jpg", "찻잔.jpg"])
    for _ in 0..<4 { sample.press(Key(.down, .control)) }
    #expect(sample.shows("1 a.jpg · thumbnail"))
    sample.press(Key(.up))
    #expect(sample.shows("▸ 2 찻잔.jpg"))
    sample.press(Key(.up, .alt))
    #expect(sample.model.values["image"] == ["찻잔.jpg", "a.jpg"])
    #expect(sample.shows("▸ 1 찻잔.jpg · thumbnail"))
    sample.press(Key(.delete))
    #expect(sample.model.values["image"] == ["a.jpg"] && sample.shows("photos 1/5"))
    sample.press(Key(.down))
    sample.type("*")
    sample.press(Key(.enter))
    #expect(sample.model.values["image"] == ["a.jpg", "one.jpg", "two.jpg"])
    sample.press(Key(.up), Key(.up), Key(.up), Key(.up))
    #expect(sample.field == "description")
  }

  @Test func `a path is completed, and a wrong one is kept with the reason`() {
    var sample = FormSample.full()
    for _ in 0..<4 { sample.press(Key(.down, .control)) }
    sample.type("mu")
    sample.press(Key(.tab), Key(.tab), Key(.tab), Key(.enter), Key(.enter))
    #expect(sample.model.values["image"].last == "mug-1.jpg", "\(sample.screen)")
    sample.type("ph")
    sample.press(Key(.tab), Key(.tab), Key(.enter))
    #expect(sample.model.values["image"].last == "photos/inside.jpg", "\(sample.screen)")
    sample.type("gone.jpg")
    sample.press(Key(.down))
    #expect(sample.field == "image" && sample.shows("there is no such file"))
    #expect(sample.shows("add: gone.jpg"))
  }

  @Test func `a photo that cannot be used is marked, and must go`() {
    var sample = FormSample.full()
    sample.handle(.prepared("a.jpg", .success(FormPhoto("a.jpg  1200×1600 240 KB", digest: "a"))))
    sample.handle(.prepared("찻잔.jpg", .failure(FormFault("찻잔.jpg: it is no photo"))))
    #expect(sample.shows("1200×1600 240 KB") && sample.shows("!2 찻잔.jpg"))
    sample.press(.control("s"))
    #expect(sample.field == "image" && sample.shows("it is no photo") && sample.checks == [])
    sample.press(Key(.up), Key(.backspace), .control("s"))
    #expect(sample.checks.count == 1)
  }

  @Test func `the reason of the selected photo is shown, and the same photo is named`() {
    var sample = FormSample.full()
    sample.press(.control("s"), Key(.escape))
    for _ in 0..<4 { sample.press(Key(.down, .control)) }
    sample.type("c.jpg")
    sample.press(Key(.enter))
    sample.handle(.prepared("a.jpg", .failure(FormFault("a.jpg: it is no photo"))))
    sample.handle(.prepared("찻잔.jpg", .failure(FormFault("찻잔.jpg: it ends early"))))
    sample.press(Key(.up), Key(.up))
    #expect(sample.shows("▸!2 찻잔.jpg") && sample.shows(" !1 a.jpg"), "\(sample.screen)")
    #expect(sample.shows("it ends early") && !sample.shows("it is no photo"))
    for path in ["a.jpg", "c.jpg"] {
      sample.handle(.prepared(path, .success(FormPhoto("\(path)  24×16", digest: "same"))))
    }
    #expect(sample.shows("c.jpg  24×16 · the same as photo 1"), "\(sample.screen)")
  }

  @Test func `the last look asks about the same photo`() {
    var sample = FormSample.full()
    for path in ["a.jpg", "찻잔.jpg"] {
      sample.handle(.prepared(path, .success(FormPhoto("\(path)", digest: "same"))))
    }
    sample.press(.control("s"))
    sample.handle(.checked(.success(FormSample.preview())))
    #expect(sample.shows("photo 2 is the same as photo 1"), "\(sample.screen)")
    sample.press(Key(.enter))
    #expect(sample.end == nil)
  }

  @Test func `what is sent of a photo is never cut`() {
    var sample = FormSample.full()
    let summary: Message =
      "IMG_2034.jpg  4032×3024 3.1 MB → 1600×1200 284 KB jpeg q86, turned, location data removed"
    sample.handle(.prepared("a.jpg", .success(FormPhoto(summary, digest: "a"))))
    let words = sample.text.joined(separator: " ").split(separator: " ").joined(separator: " ")
    #expect(words.contains("turned, location data removed · thumbnail"), "\(sample.screen)")
  }
}

@Suite(.timeLimit(.minutes(60))) struct FormTextTests {
  @Test func `long texts are wrapped at blanks, and no line begins with one`() {
    var sample = FormSample.full()
    for _ in 0..<3 { sample.press(Key(.down)) }
    let words = (1...60).map { "word\($0)" }
    sample.press(.control("u"))
    sample.handle(.input(.paste(words.joined(separator: " "))))
    let rows = sample.text.filter { $0.contains("word") }
    #expect(rows.count > 5)
    let shown = rows.flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("word") }
    #expect(Set(words).isSuperset(of: shown.map(String.init)), "\(sample.screen)")
    #expect(Set(rows.map { $0.prefix { $0 == " " }.count }).count <= 2, "\(sample.screen)")
  }

  @Test func `what is too long is dimmed, with the number of characters`() {
    var sample = FormSample()
    sample.handle(.input(.paste(String(repeating: "가", count: 100) + "나다")))
    #expect(sample.shows("at most 100 characters, 2 too many"), "\(sample.screen)")
    let row = FormView(sample.model).unpaddedScreen.frame.rows.last { $0.plain.contains("나다") }
    let surplus = row?.fragments.last { $0.text.contains("나다") }
    #expect(surplus?.text == "나다" && surplus?.style == Theme.light.quiet)
  }

  @Test func `Tab in a path says that nothing matches, and an open menu its keys`() {
    var sample = FormSample.full()
    for _ in 0..<4 { sample.press(Key(.down, .control)) }
    sample.type("walnut")
    sample.press(Key(.tab))
    #expect(sample.field == "image")
    #expect(sample.shows("no file or folder matches \"walnut\""), "\(sample.screen)")
    sample.press(.control("u"))
    sample.type("mug-")
    sample.press(Key(.tab))
    #expect(sample.shows("Tab choose · Enter take"), "\(sample.screen)")
  }

  @Test func `the keys that go on and back are always named`() {
    for (index, field) in FormSample.fields.enumerated() {
      var sample = FormSample.full()
      for _ in 0..<index { sample.press(Key(.down, .control)) }
      #expect(sample.shows("Enter next") && sample.shows("Shift-Tab back"), "\(field.name)")
    }
    var sample = FormSample.full(columns: 60, rows: 20)
    for _ in 0..<3 { sample.press(Key(.down)) }
    #expect(sample.shows("Enter next · Alt-Enter newline"), "\(sample.screen)")
  }
}
