import CommandLanguage
import Foundation
import Messages
import SellerSession
package import SheetFiles

/// Which column of a file has which meaning.
package struct ColumnMap: Sendable {
  /// The column of the file for each meaning, from 0.
  private(set) var indices: [ImportColumn: Int] = [:]
  let file: SheetFile

  /// - Parameters:
  ///   - mapped: meanings that the seller gave to columns: `판매가=price`.
  ///   - ignored: columns that are skipped.
  /// - Throws: ``InvalidTable`` with all problems of the header.
  package init(
    _ file: SheetFile, mapped: [(name: String, meaning: String)] = [], ignored: [String] = []
  ) throws {
    self.file = file
    var problems: [ImportProblem] = []
    var meanings: [Int: String] = [:]
    for (name, meaning) in mapped {
      if let index = Self.index(of: name, in: file) {
        meanings[index] = meaning
      } else {
        problems.append(Self.noColumn(name, in: file))
      }
    }
    var skipped: Set<Int> = []
    for name in ignored {
      if let index = Self.index(of: name, in: file) {
        skipped.insert(index)
      } else {
        problems.append(Self.noColumn(name, in: file))
      }
    }
    for (index, name) in file.header.enumerated() where !skipped.contains(index) && !name.isEmpty {
      let meaning = meanings[index]
      guard let column = column(named: meaning ?? name) else {
        problems.append(Self.unknown(meaning ?? name, at: index, in: file))
        continue
      }
      if let problem = add(column, at: index) { problems.append(problem) }
    }
    problems += missing()
    guard problems.isEmpty else { throw InvalidTable(file.path, problems) }
  }

  private func column(named name: String) -> ImportColumn? {
    let column = ImportColumn(named: name)
    // Other programs have a status, too; that of an import comes with its line.
    guard column == .status else { return column }
    return Self.index(of: "line", in: file) == nil ? nil : column
  }

  private mutating func add(_ column: ImportColumn, at index: Int) -> ImportProblem? {
    guard column != .readOnly else { return nil }
    if let other = indices[column] {
      return ImportProblem(
        row: file.headerRow, column: file.columnName(index),
        """
        \(quoted: file.header[index]) means the same as \(quoted: file.header[other]); skip one \
        with `\(command: "--ignore \(file.header[index])")`
        """)
    }
    indices[column] = index
    return nil
  }

  private func missing() -> [ImportProblem] {
    let isKeyed = has(.id) || has(.code)
    if !isKeyed, !has(.name) {
      return [
        ImportProblem(
          row: file.headerRow, column: nil,
          """
          no column says which listings these are: name one \(formatted: "id"), \
          \(formatted: "code") or, for new listings, \(formatted: "name")
          """)
      ]
    }
    if has(.discountedPrice), !has(.discount), !has(.salePrice) {
      return [
        ImportProblem(
          row: file.headerRow, column: indices[.discountedPrice].map(file.columnName),
          """
          \(formatted: "discounted_price") is the API's name for the amount off: name the column \
          \(formatted: "discount") if it is that, \(formatted: "sale_price") if it is what buyers \
          pay
          """)
      ]
    }
    return []
  }

  /// Whether the file has a column with this meaning.
  func has(_ column: ImportColumn) -> Bool { indices[column] != nil }

  /// The columns with photos, in order.
  var photoColumns: [ImportColumn] {
    (indices[.photos] == nil ? [] : [.photos])
      + indices.keys.compactMap { column -> Int? in
        if case .photo(let number) = column { number } else { nil }
      }.sorted().map { .photo($0) }
  }

  /// The name of a column for errors, such as `C`.
  func name(of column: ImportColumn) -> String? { indices[column].map(file.columnName) }

  /// The title of a column in the file.
  func title(of column: ImportColumn) -> String? { indices[column].map { file.header[$0] } }

  private static func index(of name: String, in file: SheetFile) -> Int? {
    file.header.firstIndex { $0.compare(name, options: .caseInsensitive) == .orderedSame }
      ?? file.header.firstIndex { ImportColumn.folded($0) == ImportColumn.folded(name) }
  }

  private static func noColumn(_ name: String, in file: SheetFile) -> ImportProblem {
    ImportProblem(row: file.headerRow, column: nil, "there is no column \(quoted: name)")
  }

  private static func unknown(
    _ name: String, at index: Int, in file: SheetFile
  ) -> ImportProblem {
    let header = file.header[index]
    let text: Message = "unknown column \(quoted: name)"
    let nearest = ImportColumn.nearest(to: name)
    let assignment = "\(header)=\(nearest ?? "COLUMN")"
    return ImportProblem(
      row: file.headerRow, column: file.columnName(index),
      """
      \(text.suggesting(nearest)); assign it with \
      `\(command: "--map \(Quoting.quote(assignment))")`, or skip it with \
      `\(command: "--ignore \(Quoting.quote(header))")`
      """)
  }
}
