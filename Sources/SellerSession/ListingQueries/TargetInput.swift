package import CommandLanguage
import Foundation
import MarketRender
package import Messages
import TerminalKit

/// The targets on standard input, for `-`: one a line or separated by blanks. Of a line with tabs,
/// only the first column counts, so that the output of `list` can be piped.
package struct TargetInput: Sendable {
  /// The most targets; more are probably another file.
  package static let limit = 10_000

  package private(set) var targets: [ListingTarget] = []
  private var faults: [Message] = []

  /// - Throws: ``TargetInputError`` with all lines that are wrong.
  package init(_ text: String) throws(TargetInputError) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      if columns.count > 1 {
        read(columns[0], line: index + 1)
      } else {
        for word in line.split(whereSeparator: \.isWhitespace) { read(word, line: index + 1) }
      }
    }
    guard faults.isEmpty else { throw .lines(faults) }
    guard !targets.isEmpty else { throw .empty }
    guard targets.count <= Self.limit else { throw .tooMany(targets.count) }
  }

  private mutating func read(_ word: Substring, line: Int) {
    let text = String(word)
    do throws(ValueProblem) {
      let read = try TargetReader.readAll(text)
      guard !read.contains(.input) else { throw .notATarget(reading: nil) }
      targets += read
    } catch {
      faults.append("\(formatted: "stdin:\(line)"): \(error.message(typed: text))")
    }
  }
}

/// Why standard input names no listings.
package enum TargetInputError: ReportedError {
  case empty
  case tooMany(Int)
  /// Lines that are no targets.
  case lines([Message])

  package func report(at market: MarketProfile?) -> ErrorReport {
    switch self {
    case .empty: return ErrorReport("standard input names no listing", exitCode: .notFound)
    case .tooMany(let count):
      return ErrorReport(
        "standard input names \(count) listings; at most \(TargetInput.limit) are changed at once",
        exitCode: .usage)
    case .lines(let faults):
      var report = ErrorReport(exitCode: .usage)
      let shown = ShortList.shown(of: faults.count, most: ShortList.usual)
      report.sentences = faults.prefix(shown).map { .init($0) }
      if faults.count > shown {
        report.sentences.append(.init("and \(faults.count - shown) more like these"))
      }
      return report
    }
  }
}

extension Listings {
  /// The targets, with those of standard input in place of `-`.
  package func read(_ targets: [ListingTarget]) async throws -> [ListingTarget] {
    guard targets.contains(.input) else { return targets }
    let environment = market.environment
    let name = "stdin"
    guard !environment.terminal.isInteractive(.input) else {
      throw SellerError.file(path: name, reason: "it is the keyboard; name the listings instead")
    }
    guard let data = await environment.readInput(),
      let text = String(validating: data, as: UTF8.self)
    else { throw SellerError.file(path: name, reason: "it cannot be read as UTF-8 text") }
    let read = try TargetInput(text).targets
    return targets.flatMap { $0 == .input ? read : [$0] }
  }
}
