package import CommandLanguage
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
  /// The folder in which photos are found by their names.
  package var photos: FilePath?
  package var photoOptions = PhotoOptions()
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

  package init(file: FilePath) {
    self.file = file
  }

  /// What decides, besides the bytes of the files, what is done.
  var options: String {
    let meanings = meanings.map { "\($0.name)=\($0.meaning)" }.joined(separator: "\u{1}")
    return [
      sheet.sheet ?? "", sheet.encoding?.rawValue ?? "", meanings,
      ignored.joined(separator: "\u{1}"), photos?.text ?? "", prunes ? "prune" : "",
      keepsHTML ? "html" : "",
    ].joined(separator: "\u{0}")
  }
}
