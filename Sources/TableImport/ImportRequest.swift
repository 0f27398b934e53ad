package import CommandLanguage
import ListingChanges
import Messages
package import SellerSession
package import SheetFiles

/// What `import` was asked to do.
package struct ImportRequest: Sendable {
  package var file: FilePath
  package var sheet = SheetOptions()
  /// Meanings that the seller gave to columns: `판매가=price`.
  package var meanings: [(name: String, meaning: String)] = []
  /// Columns that are skipped.
  package var ignored: [String] = []
  /// Whether HTML in names and descriptions is kept instead of made plain text.
  package var keepsHTML = false
  /// Whether all columns that are unknown are skipped.
  package var onlyKnown = false
  /// Whether a comma stands before the decimals of amounts.
  package var decimalComma = false
  /// Values of fields that have no column: `currency=KRW`.
  package var fixed: [(field: String, value: String)] = []
  /// Where the header is, and which rows are left out.
  package var shape = TableShape.Options()
  /// The layout that the seller named: one of another program, a saved one, or a new name for it.
  package var layout: String?
  /// Whether listings that an earlier file of the layout had are removed.
  package var removesMissing = false
  /// Whether photos are fetched from this machine and its network.
  package var fetchesLocally = false
  /// The folder in which photos are found by their names.
  package var photos: FilePath?
  package var photoOptions = PhotoOptions()
  /// Whether the photos of a row take the place of those of an existing listing.
  package var exchangesPhotos = false
  /// Whether the seller's listings that the file does not name are removed.
  package var prunes = false
  /// The most listings that may be removed; nil for any number.
  package var maxRemoved: Int?
  package var keepsGoing = false
  package var jobs: Int?
  package var resumes = false
  package var repeats = false
  /// Whether copies of the photos of removed listings are kept, for undo.
  package var keepsCopies = true
  package var terms = WriteTerms()
  /// The command, as it is typed, without `--dry-run` and answers.
  package var command = ""

  package init(file: FilePath) {
    self.file = file
  }

  /// What decides, besides the bytes of the files, what is done.
  var options: String {
    (optionWords + [photos?.text ?? "", prunes ? "prune" : ""]
      + (exchangesPhotos ? ["exchange"] : [])).joined(separator: "\u{0}")
  }

  var choices: ColumnMap.Choices {
    var choices = ColumnMap.Choices()
    choices.mapped = meanings
    choices.ignored = ignored
    choices.onlyKnown = onlyKnown
    choices.decimalComma = decimalComma
    choices.fixed = fixed
    return choices
  }

  /// The options that decide how the table is read, as they are typed.
  package var optionWords: [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String?) {
      if let value { words.append("--\(option) \(TypedCommand.argument(value))") }
    }
    add("sheet", sheet.sheet)
    add("encoding", sheet.encoding?.rawValue)
    add("header-row", shape.headerRow.map(String.init))
    add("skip-rows", shape.skippedText)
    for (name, meaning) in meanings { add("map", "\(name)=\(meaning)") }
    for name in ignored { add("ignore", name) }
    for (field, value) in fixed { add("set", "\(field)=\(value)") }
    if onlyKnown { words.append("--only-known") }
    if decimalComma { words.append("--decimal-comma") }
    if keepsHTML { words.append("--keep-html") }
    if sheet.takesHidden { words.append("--hidden") }
    add("layout", layout)
    if removesMissing { words.append("--remove-missing") }
    return words
  }
}
