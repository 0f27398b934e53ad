import Foundation
import SheetFiles

extension SheetFile {
  /// The column with a name, or with the letters of a spreadsheet.
  func index(of name: String) -> Int? {
    let folded = ImportColumn.folded(name)
    return header.firstIndex { $0.compare(name, options: .caseInsensitive) == .orderedSame }
      ?? header.firstIndex { !folded.isEmpty && ImportColumn.folded($0) == folded }
      ?? (0..<max(header.count, 26)).first { columnName($0) == name }
  }

  /// What to type for a column: its name without what a shell would change, or its letters.
  func word(for index: Int) -> String {
    let special = Set("\"'\\`$!*?[]{}<>|;&")
    let plain = HeaderFinder.name(
      String(header[index].filter { !special.contains($0) && !$0.isNewline })
    ).drop { $0 == "-" }
    return self.index(of: String(plain)) == index ? String(plain) : columnName(index)
  }
}
