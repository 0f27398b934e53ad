import CommandLanguage
import SellerFiles
import SellerSession

/// Checks the commands that an error suggests before they are shown: each can be parsed, and its
/// codes are those of listings. Only the notebook is asked.
struct Proposals: Sendable {
  let context: CommandContext
  let parser: Parser

  /// The error with the codes that were probably meant, instead of words that are not codes.
  func correctingCodes(_ error: UsageError) -> UsageError {
    let problems = error.problems.map { problem -> UsageProblem in
      guard case .badValue(let text, .notATarget(let reading?)) = problem.code,
        reading.hasPrefix("@"), let target = try? TargetReader.read(reading),
        case .code(let code) = target
      else { return problem }
      let near = known(code.text).map { "@\($0)" }
      return UsageProblem(
        .badValue(text, .notATarget(reading: near)), at: problem.place,
        parameter: problem.parameter)
    }
    return UsageError(command: error.command, problems: problems, typed: error.typed)
  }

  /// The commands that can be run, with an unknown code replaced by a similar one.
  func usable(_ lines: [String]) -> [String] { lines.compactMap(usable) }

  private func usable(_ line: String) -> String? {
    // Options to add to the command, such as `--allow zero`.
    if line.hasPrefix("-") { return line }
    guard case .complete(let commands) = Tokenizer.read(line), commands.count == 1,
      let words = try? context.memory.variables.words(of: commands[0]),
      (try? parser.parse(words, in: context.settings.readingContext).checked()) != nil
    else { return nil }
    var line = commands[0].text
    for place in parser.targets(of: commands[0]).reversed() {
      guard case .code(let code) = place.target else { continue }
      guard let near = known(code.text) else { return nil }
      guard near != code.text else { continue }
      line = PortableLine.replacing(place.range, in: line, by: Quoting.quote("@\(near)"))
    }
    return line
  }

  /// The code itself if a listing has it, otherwise the most similar one.
  private func known(_ code: String) -> String? {
    guard let account = try? context.market.profile().notebookAccount else { return nil }
    let notebook = context.market.notebook
    if (try? notebook.listing(of: code, for: account)) ?? nil != nil { return code }
    return (try? notebook.codes(similarTo: code, for: account, limit: 1))?.first?.code
  }
}
