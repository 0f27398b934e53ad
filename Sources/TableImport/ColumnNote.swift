import CommandLanguage
import SheetFiles

/// What stands in brackets in the name of a column, such as `원` in `판매가(원)`.
struct ColumnNote {
  let text: String

  /// A name without what stands in brackets, and that.
  static func split(_ name: String) -> (name: String, notes: [ColumnNote]) {
    var rest = name[...]
    var kept = ""
    var notes: [ColumnNote] = []
    while let start = rest.firstIndex(where: "([（【<".contains),
      let end = rest[start...].firstIndex(where: ")]）】>".contains)
    {
      kept += rest[..<start]
      notes.append(ColumnNote(text: String(rest[rest.index(after: start)..<end])))
      rest = rest[rest.index(after: end)...]
    }
    return (kept + rest, notes)
  }

  static func notes(of name: String) -> [ColumnNote] { split(name).notes }

  /// Whether an amount with this note is another one than without it, such as that of `가격(공급가)`.
  var changesMeaning: Bool { isOther || isWithoutTax || scales && !TableShape.isThousands(text) }

  /// Whether the numbers count something else than one piece or unit, as in `Price (cents)`.
  var scales: Bool {
    let words = ImportColumn.words(of: text)
    let compact = Self.compact(text)
    return TableShape.isThousands(text) || !Self.scaleWords.isDisjoint(with: words)
      || Self.scaleNames.contains(ImportColumn.folded(text))
      || compact.contains(/^(?:in|[x×*])?10+(?:s|ea|pcs)?$|^[x×*][0-9]|per[0-9]|\/[0-9]|[0-9]개당/)
      || compact.contains(Self.packs)
  }

  /// `12개입`, `10ea` and `1박스`.
  private static var packs: Regex<Substring> {
    /^(?:[2-9]|[1-9][0-9]+)(?:개|입|ea|pcs)|^[0-9]+개?(?:박스|상자|팩|세트|묶음|box(?:es)?|packs?|sets?)/
  }

  /// The text in lowercase without blanks and the commas in its numbers.
  static func compact(_ text: String) -> String {
    NumberText.plain(text).lowercased().filter { !$0.isWhitespace && $0 != "," }
  }

  private static let scaleWords: Set = [
    "cent", "cents", "pence", "hundred", "hundreds", "thousand", "thousands", "million", "millions",
    "mio", "tsd", "k", "dozen", "box", "boxes", "case", "cases", "pack", "packs", "carton",
    "cartons",
  ]
  private static let scaleNames: Set = ["판매", "박스", "상자", "세트", "묶음", "팩", "다스", "센트"]

  private var isWithoutTax: Bool {
    // `ex: 12000` is an example.
    ImportColumn.isWithoutTax(text) && !text.lowercased().contains(/^\s*ex[.:)\s]*[0-9]/)
  }

  /// Whether a word is of another amount; units, taxes and deliveries are usual in the notes of prices.
  private var isOther: Bool {
    let words = ImportColumn.words(of: text)
    let folded = ImportColumn.folded(text)
    return ImportColumn.otherParts.contains { part in
      !Self.usualParts.contains(part)
        && (part.utf8.count == part.count
          ? words.contains { $0.hasPrefix(part) } : folded.contains(part))
    } || !ImportColumn.otherWords.subtracting(Self.usualParts).isDisjoint(with: words)
  }

  private static let usualParts: Set = [
    "unit", "단위", "배송", "shipping", "부가세", "vat", "mwst", "iva", "tva", "비고",
  ]
}
