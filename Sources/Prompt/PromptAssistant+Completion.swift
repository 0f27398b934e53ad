import CommandLanguage
package import LineEditor
import TerminalKit

extension PromptAssistant {
  var provider: CompletionProvider {
    CompletionProvider(snapshot: snapshot, files: files, cache: cache)
  }

  package func completion(of line: String, at cursor: Int) -> Completion? {
    guard line.utf8.count <= Self.longestLine else { return nil }
    if let proposal = snapshot.proposal, !line.contains(where: { !$0.isWhitespace }) {
      return completion(replacing: line, with: proposal)
    }
    var site = snapshot.parser.completionSite(in: line, at: cursor, aliases: snapshot.aliases)
    if site.typed.hasSuffix("$"), site.quote != .singleQuote,
      Self.endsInDollar(line.utf8.prefix(site.range.upperBound))
    {
      site = site.behindDollar
    }
    var items: [CompletionItem] = []
    var path: PartialPath?
    if site.offers.contains(.variable) {
      items = provider.variables().ranked(by: site.typed)
    } else if let parameter = site.pathParameter {
      path = provider.partialPath(at: site, in: line)
      items = path.map { provider.names(in: $0, for: parameter.completion) } ?? []
    }
    let list = site.list(fieldsOption: snapshot.fieldsOption)
    items += provider.words(at: site).ranked(by: list?.last ?? site.typed)
    guard !items.isEmpty else { return nil }
    items = Array(items.prefix([CompletionItem].limit))
    let renderer = CandidateRenderer(
      items, at: site, prefix: list?.prefix ?? "", path: path, for: self)
    return Completion(range: site.range, candidates: renderer.candidates)
  }

  /// Whether a line ends in a `$` that may begin a variable: not before a closing quote, and not
  /// escaped.
  private static func endsInDollar(_ line: Substring.UTF8View) -> Bool {
    let escapes = line.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }
    return line.last == UInt8(ascii: "$") && escapes.count.isMultiple(of: 2)
  }

  /// Completes a path that is typed elsewhere, such as in a form.
  ///
  /// - Parameter command: the words of a command before the path, with a blank at the end.
  package func paths(of line: String, at cursor: Int, after command: String) -> Completion? {
    let (whole, start) = (command + line, command.utf8.count)
    guard whole.utf8.count <= Self.longestLine else { return nil }
    let site = snapshot.parser.completionSite(in: whole, at: start + cursor)
    guard site.range.lowerBound >= start, let parameter = site.pathParameter,
      let path = provider.partialPath(at: site, in: whole)
    else { return nil }
    let items = provider.names(in: path, for: parameter.completion)
    guard !items.isEmpty else { return nil }
    let renderer = CandidateRenderer(
      Array(items.prefix([CompletionItem].limit)), at: site, path: path, for: self)
    return Completion(
      range: site.range.lowerBound - start..<site.range.upperBound - start,
      candidates: renderer.candidates)
  }

  /// Completion of an empty line after an error: first what the error suggested, then all commands.
  private func completion(replacing line: String, with proposal: String) -> Completion {
    let site = snapshot.parser.completionSite(in: "", at: 0)
    let items = [CompletionItem(proposal, .proposal)] + provider.words(at: site).ranked(by: "")
    return Completion(
      range: 0..<line.utf8.count,
      candidates: CandidateRenderer(items, at: site, for: self).candidates)
  }
}

extension CompletionSite {
  /// The parameter that takes the word, if it is a value.
  private var valueParameter: ParameterFacts? {
    guard case .value(let facts)? = offers.first else { return nil }
    return facts
  }

  /// The parameter that takes the word, if its values are paths.
  var pathParameter: ParameterFacts? {
    valueParameter.flatMap { [.file, .photo, .directory].contains($0.completion) ? $0 : nil }
  }

  /// Whether the word is a command or the name of one, which may be two words of the line.
  var isCommandName: Bool {
    if let valueParameter { return valueParameter.completion == .helpSubject }
    return command == nil && !offers.contains { if case .value = $0 { true } else { false } }
  }

  /// The typed word split behind its last comma; nil if a comma does not separate values here.
  func list(fieldsOption: ParameterFacts?) -> (prefix: String, last: String)? {
    guard let facts = valueParameter, facts.isList || facts == fieldsOption
    else { return nil }
    guard let comma = typed.lastIndex(of: ",") else { return ("", typed) }
    return (String(typed[...comma]), String(typed[typed.index(after: comma)...]))
  }
}
