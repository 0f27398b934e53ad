package import Messages
package import SellerSession

/// What is wrong in a table, and where.
package struct ImportProblem: Hashable, Sendable {
  /// The row as a spreadsheet counts it; nil for the whole file.
  package let row: Int?
  /// The column as a spreadsheet names it.
  package let column: String?
  package let text: Message

  init(row: Int?, column: String?, _ text: Message) {
    self.row = row
    self.column = column
    self.text = text
  }

  /// `mugs.csv:12:C: …`
  func message(in name: String) -> Message {
    guard let row else { return "\(name): \(text)" }
    guard let column else { return "\(name):\(row): \(text)" }
    return "\(name):\(row):\(column): \(text)"
  }
}

/// Everything that is wrong with a table; nothing was sent.
package struct InvalidTable: ReportedError {
  package let name: String
  package let problems: [ImportProblem]
  /// The most problems that are shown.
  private static let most = 100

  init(_ path: String, _ problems: [ImportProblem]) {
    name = path.split(separator: "/").last.map(String.init) ?? path
    var seen: Set<ImportProblem> = []
    self.problems = problems.filter { seen.insert($0).inserted }
      .sorted { ($0.row ?? 0) < ($1.row ?? 0) }
  }

  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(exitCode: .usage)
    let shown = ShortList.shown(of: problems.count, most: Self.most)
    report.sentences = problems.prefix(shown).map { .init($0.message(in: name)) }
    if problems.count > shown {
      report.sentences.append(.init("and \(problems.count - shown) more like these"))
    }
    report.details = ["nothing was sent"]
    report.isAboutWholeFile = true
    return report
  }
}
