package import CommandLanguage

extension PromptAssistant {
  /// The most words that an outer shell gets.
  private static let longestOuterList = 200

  /// Completes the last of the words that were typed after the name of the program.
  package func outerCompletion(of words: [String]) -> OuterCompletion {
    let typed = words.last ?? ""
    // An open quote keeps blanks in the word.
    let word = typed.contains(where: \.isWhitespace) ? "'" + typed : typed
    let before = words.dropLast().map {
      $0.hasPrefix("-") ? Self.quotedOption($0) : Quoting.quote($0)
    }
    let line = (before + [word]).joined(separator: " ")
    guard line.utf8.count <= Self.longestLine else { return .words([]) }
    let site = snapshot.parser.completionSite(in: line, at: line.utf8.count)
    if let parameter = site.pathParameter {
      return parameter.completion == .directory ? .folders : .files
    }
    let list = site.list(fieldsOption: snapshot.fieldsOption)
    let items = Self.beginning(
      with: list?.last ?? site.typed,
      provider.words(at: site).ranked(by: list?.last ?? site.typed))
    let renderer = CandidateRenderer(items, at: site, prefix: list?.prefix ?? "", for: self)
    return .words(items.prefix(Self.longestOuterList).map(renderer.outerWord))
  }

  /// An option with its value in quotes. The name stays outside: in quotes it would be a value.
  private static func quotedOption(_ word: String) -> String {
    guard let end = word.firstIndex(of: "=") else { return word }
    let value = String(word[word.index(after: end)...])
    // Bash gives the words as they were typed.
    let isQuoted =
      value.count > 1 && (value.first == "\"" || value.first == "'") && value.first == value.last
    return word[...end] + (isQuoted ? value : Quoting.quote(value))
  }

  /// The items that begin with a text, which an outer shell inserts at once; all if none does.
  private static func beginning(with typed: String, _ items: [CompletionItem]) -> [CompletionItem] {
    let found = items.filter { $0.text.hasPrefix(typed) }
    return found.isEmpty ? items : found
  }
}
