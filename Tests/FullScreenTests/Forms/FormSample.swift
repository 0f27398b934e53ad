import Formatting
import Foundation
import LineEditor
import MarketRender
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit

@testable import FullScreen

/// A form whose rules are simple. Answers come when a test wants them.
struct FormSample {
  var model: FormModel
  /// The photos to prepare.
  var prepares: [String] = []
  /// What is to be checked.
  var checks: [FormValues] = []
  var looks: [FormValues] = []
  var end: FormEnd?

  static let fields = [
    FormField("name", label: "name", help: "3 to 100 characters", limit: 3...100, isRequired: true),
    FormField("price", label: "price", help: "such as 12000, ₩12,000 or $12.50", isRequired: true),
    FormField(
      "currency", label: "currency", kind: .choice(["KRW", "USD", "EUR"]),
      help: "for amounts without a currency; by default your usual one"),
    FormField(
      "description", label: "description", kind: .text, help: "10 to 1,000 characters",
      limit: 10...1000, isRequired: true),
    FormField(
      "image", label: "photos", kind: .photos, help: "one to five photos, in order", limit: 1...5,
      isRequired: true),
    FormField("stock", label: "stock", help: "number in stock"),
  ]

  /// A price must be a number; `gone.jpg` is no file; `*` means two files.
  static let rules = FormRules(
    problems: { values in
      let price = values.text("price")
      return price.isEmpty || Int(price) != nil
        ? [:]
        : ["price": "\(quoted: price) is not an amount of money: write 12000, 12,000 or 12.50 USD"]
    },
    photos: { text in
      switch text {
      case "gone.jpg": .failure(FormFault("there is no such file"))
      case "*": .success(["one.jpg", "two.jpg"])
      default: .success([text])
      }
    },
    completion: { line, cursor in
      let names = ["mug-1.jpg", "mug-2.jpg", "찻잔.jpg", "photos/", "photos/inside.jpg"]
      let found = names.filter { $0.hasPrefix(line) && $0 != line }
      guard !found.isEmpty else { return nil }
      return Completion(range: 0..<cursor, candidates: found.map { Candidate($0, suffix: "") })
    })

  init(
    _ values: [String: [String]] = [:], columns: Int = 80, rows: Int = 24,
    catalog: MessageCatalog = .english
  ) {
    let size = TerminalSize(columns: columns, rows: rows)
    var all = ["currency": ["KRW"]]
    all.merge(values) { $1 }
    model = FormModel(
      "Add a listing at \("\("home") as \("도자기공방")" as Message)", fields: Self.fields,
      values: FormValues(all),
      rules: Self.rules, viewport: Self.viewport(size, catalog), size: size)
    carryOut(model.start())
  }

  /// A form with everything that is required.
  static func full(
    columns: Int = 80, rows: Int = 24, catalog: MessageCatalog = .english
  ) -> FormSample {
    FormSample(
      [
        "name": ["참나무 머그컵"], "price": ["12000"], "image": ["a.jpg", "찻잔.jpg"],
        "description": ["Turned from one piece.\nOiled by hand."],
      ], columns: columns, rows: rows, catalog: catalog)
  }

  static func viewport(
    _ size: TerminalSize, _ catalog: MessageCatalog = .english
  ) -> Viewport {
    var viewport = Viewport(
      columns: size.columns, isTerminal: true, theme: .light,
      money: MoneyText(locale: Locale(identifier: "ko_KR")),
      timeZone: TimeZone(identifier: "Asia/Seoul") ?? .gmt,
      now: WireDate(milliseconds: 1_795_273_445_678))
    viewport.rows = size.rows
    viewport.catalog = catalog
    return viewport
  }

  static func preview(_ warnings: [Message] = []) -> FormPreview {
    let product = Product(
      id: 0, vendor: Vendor(name: "도자기공방"), name: "참나무 머그컵",
      description: "Turned from one piece.\nOiled by hand.", price: Money(12000, .krw),
      salePrice: Money(11000, .krw), discount: Money(1000, .krw), stock: 5)
    return FormPreview(
      listing: ListingDetail(ListingRow(product, code: "MUG-01"), isOwn: true),
      notes: ["a.jpg  1200×1600 240 KB"], warnings: warnings,
      question: "Add \("참나무 머그컵" as String) at \("\("home") as \("도자기공방")" as Message)?",
      confirms: warnings.isEmpty ? [] : ["discount"])
  }

  var text: [String] { FormView(model).unpaddedScreen.frame.rows.map(\.plain) }
  var screen: String { text.joined(separator: "\n") }
  func shows(_ text: String) -> Bool { screen.contains(text) }
  var field: String { model.field.name }

  mutating func handle(_ event: FormEvent) { carryOut(model.handle(event)) }

  mutating func press(_ keys: Key...) { for key in keys { handle(.input(.key(key))) } }

  mutating func type(_ text: String) {
    for character in text { press(.text(String(character))) }
  }

  mutating func resize(columns: Int, rows: Int) {
    let size = TerminalSize(columns: columns, rows: rows)
    handle(.resized(Self.viewport(size), size))
  }

  private mutating func carryOut(_ effects: [FormEffect]) {
    for effect in effects {
      switch effect {
      case .prepare(let path): prepares.append(path)
      case .check(let values): checks.append(values)
      case .look(let values): looks.append(values)
      case .leave(let end): self.end = end
      case .suspend: break
      }
    }
  }
}
