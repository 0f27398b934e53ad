package import MarketWire
package import Messages
package import SellerSession

/// What is wrong in a table, and where.
package struct ImportProblem: Hashable, Sendable {
  /// The row as a spreadsheet counts it; nil for the whole file.
  package let row: Int?
  /// The column as a spreadsheet names it.
  package let column: String?
  package let text: Message
  /// The name of a photo that was not found.
  let missingPhoto: String?
  /// The field that a new listing needs, and that the table has no column for.
  let lacking: ImportColumn?
  /// An option of `import` that helps.
  var option: String?

  init(
    row: Int?, column: String?, missingPhoto: String? = nil, lacking: ImportColumn? = nil,
    _ text: Message
  ) {
    self.missingPhoto = missingPhoto
    self.lacking = lacking
    self.row = row == 0 ? nil : row
    self.column = column
    self.text = text
  }

  /// The problem for several of its kind.
  fileprivate func standing(for count: Int) -> ImportProblem {
    guard let missingPhoto, let row else {
      return ImportProblem(
        row: row, column: column, "\(text) (and in \(count - 1) more rows)")
    }
    return ImportProblem(
      row: nil, column: nil,
      "\(count) photos were not found, such as \(formatted: missingPhoto) (row \(row))")
  }

  /// `mugs.csv:12:C: …`, or `mugs.xlsx:Sheet1!C12: …` in a sheet.
  func message(in name: String, sheet: String?) -> Message {
    guard let row else { return "\(name): \(text)" }
    if let sheet {
      let isPlain = sheet.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
      return "\(name):\(isPlain ? sheet : "'\(sheet)'")!\(column ?? "")\(row): \(text)"
    }
    guard let column else { return "\(name):\(row): \(text)" }
    return "\(name):\(row):\(column): \(text)"
  }
}

/// Everything that is wrong with a table; nothing was sent.
package struct InvalidTable: ReportedError {
  package let name: String
  package let problems: [ImportProblem]
  /// The sheet of a spreadsheet in which they are.
  private let sheet: String?
  /// The options that would make the table readable.
  let options: [String]
  /// Whether another choice of columns, or a value for all rows, may make the table readable.
  package let isAboutColumns: Bool
  /// The currency that the seller named when asked; it is not saved in a dry run.
  package let currency: Currency?
  /// The command to which these options are added.
  var command: String?
  /// The saved layout by which the file was read, though the seller named none.
  var layout: String?
  /// The most problems of one kind that are shown one by one.
  private static let mostAlike = 3
  /// The most problems that are shown.
  private static let most = 100

  init(
    _ path: String, _ problems: [ImportProblem], sheet: String? = nil, options: [String] = [],
    isAboutColumns: Bool = false, currency: Currency? = nil
  ) {
    self.isAboutColumns = isAboutColumns
    self.currency = currency
    self.sheet = sheet
    self.options = options + Set(problems.compactMap(\.option)).sorted()
    name = path.split(separator: "/").last.map(String.init) ?? path
    var seen: Set<ImportProblem> = []
    self.problems = Self.summed(problems.filter { seen.insert($0).inserted })
      .sorted { ($0.row ?? 0) < ($1.row ?? 0) }
  }

  /// The problems, with one instead of many that say the same.
  private static func summed(_ problems: [ImportProblem]) -> [ImportProblem] {
    struct Kind: Hashable {
      let column: String?
      /// Nil for a missing photo.
      let text: Message?
    }
    func kind(_ problem: ImportProblem) -> Kind {
      problem.missingPhoto == nil
        ? Kind(column: problem.column, text: problem.text) : Kind(column: nil, text: nil)
    }
    let groups = Dictionary(grouping: problems.filter { $0.row != nil }, by: kind)
    var shown: Set<Kind> = []
    return problems.compactMap { problem in
      let kind = kind(problem)
      guard problem.row != nil, let group = groups[kind], group.count > mostAlike else {
        return problem
      }
      guard shown.insert(kind).inserted else { return nil }
      return problem.standing(for: group.count)
    }
  }

  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(exitCode: .usage)
    let shown = ShortList.shown(of: problems.count, most: Self.most)
    report.sentences = problems.prefix(shown).map { .init($0.message(in: name, sheet: sheet)) }
    if problems.count > shown {
      report.sentences.append(.init("and \(problems.count - shown) more like these"))
    }
    report.details = ["nothing was sent"]
    if let layout {
      report.details.append(
        "the file was read by your layout \(layout); `\(command: "--layout none")` does without it")
    }
    report.isAboutWholeFile = true
    if let command, !options.isEmpty {
      report.suggestions = [([command] + options + ["--dry-run"]).joined(separator: " ")]
    }
    return report
  }
}
