import CommandLanguage
import MarketRender
package import Messages
import SellerSession
package import SheetFiles

/// How a table is read, for a seller who chooses what its columns mean.
package struct TableOutlook: Sendable {
  /// A column with a name.
  package struct Column: Sendable {
    /// Its index in the file, from 0.
    package let index: Int
    package let title: String
    /// What it means by itself; nil if that is not known.
    package let automatic: ImportColumn?
    /// What the seller chose, or what it probably means; nil if it is left out.
    package let meaning: ImportColumn?
    /// Its first values in one line each.
    package let samples: [String]
  }

  package let file: SheetFile
  /// The first rows of the file as they are, with those above the header.
  package let rows: [SheetRow]
  package let columns: [Column]
  /// The title of the layout of another program that the table has.
  package let layout: String?

  /// The fields of a listing that the meanings of the columns do not have.
  package static func missing(in meanings: [ImportColumn?]) -> [ImportColumn] {
    var known = Set(meanings.compactMap(\.self))
    if known.contains(.photo(1)) { known.insert(.photos) }
    return [.currency, .description, .photos, .stock].filter { !known.contains($0) }
  }
}

extension ImportColumn {
  /// What a seller chooses from.
  package static let choices: [ImportColumn] = [
    .name, .price, .salePrice, .discount, .currency, .stock, .description, .photos, .code, .id,
    .option(1), .option(2), .option(3),
  ]
}

extension ImportRequest {
  /// Takes the meaning of each column, with as few options as that needs.
  package mutating func take(_ meanings: [ImportColumn?], of table: TableOutlook) {
    self.meanings = []
    ignored = []
    onlyKnown = false
    for (column, meaning) in zip(table.columns, meanings) where meaning != column.automatic {
      let word = table.file.word(for: column.index)
      if let meaning {
        self.meanings.append((word, meaning.name))
      } else {
        ignored.append(word)
      }
    }
    onlyKnown =
      table.layout == nil
      && zip(table.columns, meanings).contains { $0.automatic == nil && $1 == nil }
  }
}

// What a seller sees before anything is chosen for good.
extension TableImport {
  /// The most rows of which the outcome is shown.
  private static let most = 100

  /// Reads the first rows of the file.
  ///
  /// - Throws: `SheetError` if it has no header where the request says.
  package func outlook() throws -> TableOutlook {
    let (request, shape, _) = try understood()
    let choices = request.choices
    let columns = Self.columns(of: shape, choices)
    var sheet = request.sheet
    sheet.sheet = shape.file.sheet
    var rows: [SheetRow] = []
    if shape.file.headerRow != nil {
      let reader = try SheetReader.open(shape.path, options: sheet)
      while rows.count < HeaderFinder.depth, let row = try reader.next() { rows.append(row) }
    }
    return TableOutlook(
      file: shape.file, rows: rows, columns: columns, layout: shape.layout?.title)
  }

  private static func columns(
    of shape: TableShape, _ choices: ColumnMap.Choices
  ) -> [TableOutlook.Column] {
    let file = shape.file
    let named = file.header.indices.filter { !file.header[$0].isEmpty }
    let automatic = automaticMeanings(of: named, in: shape)
    var chosen = shape.layout == nil ? Self.withoutSurplus(automatic, in: file.header) : automatic
    for (name, meaning) in choices.mapped {
      if let index = file.index(of: name) { chosen[index] = ImportColumn(named: meaning) }
    }
    let ignored = choices.ignored.compactMap(file.index)
    for index in ignored { chosen[index] = nil }
    let unknown = named.filter { chosen[$0] == nil && !ignored.contains($0) }
    if !choices.onlyKnown, shape.layout == nil {
      let taken = Dictionary(chosen.map { ($1, $0) }) { first, _ in first }
      let guesses = ColumnAdvice.guesses(shape, unknown, taken: taken)
      for (index, guess) in guesses where !chosen.values.contains(guess.column) {
        chosen[index] = guess.column
      }
    }
    return named.map { index in
      let samples = shape.samples.prefix(3).map { $0[index].text }
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      return TableOutlook.Column(
        index: index, title: file.header[index], automatic: automatic[index],
        meaning: chosen[index], samples: samples.filter { !$0.isEmpty })
    }
  }

  /// Of columns with different names for one field, only the most usual one.
  private static func withoutSurplus(
    _ meanings: [Int: ImportColumn], in header: [String]
  ) -> [Int: ImportColumn] {
    let columns = meanings.filter { $0.value != .readOnly }.keys.sorted()
    return columns.reduce(into: meanings) { kept, index in
      let other = columns.first { $0 < index && kept[$0] != nil && kept[$0] == kept[index] }
      guard let other, header[other].lowercased() != header[index].lowercased() else { return }
      kept[ImportColumn.isMoreUsual(header[index], than: header[other]) ? other : index] = nil
    }
  }

  /// What columns mean without a word of the seller.
  private static func automaticMeanings(
    of columns: [Int], in shape: TableShape
  ) -> [Int: ImportColumn] {
    if let layout = shape.layout {
      let sources = LayoutColumns(layout, in: shape.file.header).sources
      return sources.reduce(into: [:]) { meanings, source in
        for index in source.value.flatMap(\.self) { meanings[index] = source.key }
      }
    }
    return columns.reduce(into: [:]) { meanings, index in
      guard let column = ImportColumn(named: shape.file.header[index]), column != .status else {
        return
      }
      meanings[index] = column
    }
  }

  /// What would become of the first rows.
  package func outcome() async throws -> ImportOutcome {
    var sample = self
    sample.rowLimit = Self.most
    do {
      let (map, keys) = try await sample.scan()
      var plan = ImportPlan(in: context.environment)
      try await sample.fill(&plan, map, keys)
      let isPart = keys.rowCount >= Self.most
      func outcome(_ text: Message, lacking: [ImportColumn] = []) -> ImportOutcome {
        ImportOutcome(
          isPart ? "in the first \(Self.most) rows: \(text)" : text, lacking: lacking)
      }
      let counts = plan.counts(withUnchanged: true)
      guard let problem = plan.problems.first else { return outcome(counts) }
      var lacking: [ImportColumn] = []
      for field in plan.problems.compactMap(\.lacking) where !lacking.contains(field) {
        lacking.append(field)
      }
      if !lacking.isEmpty {
        if lacking == [.currency], problem.row != nil {
          return outcome(
            "\(problem.text)", lacking: lacking)
        }
        let names = Message.list(lacking.map { "\($0.title)" })
        let more: Message = "new listings need more: \(names)"
        return outcome(plan.isEmpty ? more : .list([counts, more]), lacking: lacking)
      }
      let table = InvalidTable(path, plan.problems, sheet: map.file.sheet)
      let first = problem.message(in: table.name, sheet: map.file.sheet)
      let problems = Message(
        count: plan.problems.count, one: "1 problem", other: "\(plan.problems.count) problems")
      return outcome("\(Message.list(plan.isEmpty ? [problems] : [counts, problems])): \(first)")
    } catch let error as InvalidTable {
      return ImportOutcome(error.problems.first?.text ?? "", isFault: true)
    }
  }
}

/// What would become of the first rows of a table.
package struct ImportOutcome: Sendable {
  package let text: Message
  /// Whether the columns, as they are chosen, cannot be read, or are not enough.
  package let isFault: Bool
  /// The fields that new listings need, and that the table has no column for.
  package let lacking: [ImportColumn]

  init(_ text: Message, isFault: Bool = false, lacking: [ImportColumn] = []) {
    self.text = text
    self.isFault = isFault || !lacking.isEmpty
    self.lacking = lacking
  }
}
