import CommandLanguage
import MarketWire
package import Messages
import OpenMarketClient

extension SellerError {
  /// What is wrong, without a full stop.
  package var message: Message {
    targetMessage ?? marketMessage ?? shellMessage ?? ""
  }

  /// About the listings that a command names.
  private var targetMessage: Message? {
    switch self {
    case .notYours(let id, let name, let shop?, let market):
      "\(id) \(name) belongs to \(shop), not to your shop at \(market)"
    case .notYours(let id, let name, nil, let market):
      "\(id) \(name) belongs to another shop, not to yours at \(market)"
    case .allOfOtherShops(let count):
      Message(
        count: count, one: "the only listing belongs to another shop",
        other: "all \(count) listings belong to other shops")
    case .noSuchCode(let code, let nearest):
      ("no listing has the code @\(code)" as Message).suggesting(nearest.map { "@\($0)" })
    case .noCodeMatches(let pattern, let near):
      ("no code of your listings matches @\(pattern)" as Message).suggesting(
        near.map { "@\($0)" })
    case .codeTaken(let code, let id) where id < 0:
      "an earlier line already gives the code @\(code)"
    case .codeTaken(let code, let id): "@\(code) is already the code of listing \(id)"
    case .onlyAtPrompt(let target):
      "\(command: target) works only at the prompt; give listings codes with `\(command: "--code")`"
    case .nothingAddedYet: "nothing was added here yet"
    case .noPageYet: "no list was shown yet"
    case .pageRemoved: "none of the listings on the screen exist any more"
    case .emptyRange(let range):
      "no listing has an id from \(range.lowerBound) to \(range.upperBound)"
    case .rangeTooLarge(let range, let limit):
      "\(range.lowerBound)..\(range.upperBound) is more than \(limit) ids"
    case .oneListingWanted: "this takes one listing, not several"
    case .noneFits(let filter, let scope): Self.noneFits(filter, scope)
    case .tooManyToShow(let limit):
      "these are more than \(limit) listings; `\(command: "list")` shows them in rows"
    case .noTarget:
      "which listings? Name ids or codes, or use a filter such as `\(command: "--search")`"
    case .filter(let text, _): text
    default: photoMessage
    }
  }

  private var photoMessage: Message? {
    switch self {
    case .noSuchPhoto(_, let listing, 0): "\(listing) has no photos"
    case .noSuchPhoto(let number, let listing, let count):
      "\(listing) has no photo \(number), only \(count)"
    case .noSuchDraft(let name, let nearest):
      ("there is no draft \(quoted: name)" as Message).suggesting(nearest)
    case .picturesStay: "this market cannot exchange the photos of a listing"
    default: nil
    }
  }

  private static func noneFits(_ filter: [Message], _ scope: ListingScope) -> Message {
    if !filter.isEmpty { return "none of \(scope.message) matches: \(Message.list(filter))" }
    return if case .own = scope { "you have no listings here" } else {
      "there are no listings here"
    }
  }

  /// About markets, accounts and secrets.
  private var marketMessage: Message? {
    switch self {
    case .noSuchMarket(let name, let nearest):
      ("unknown market \(quoted: name)" as Message).suggesting(nearest)
    case .notSignedIn(let market): "you have no shop at \(market)"
    case .severalMarkets(let url, let names):
      "\(url) is the address of \(Message.list(names.map { "\($0)" }, .and)); use the name"
    case .badMarketAddress(let text): Self.badAddress(text)
    case .secretInAddress:
      """
      an address cannot contain a user or a password; `\(command: "login")` asks for the \
      identifier and the secret
      """
    case .wrongSecret(let market): "\(market) does not accept this identifier and secret"
    case .needsURL(let name): "the address of \(name) is missing"
    case .secretInArgument:
      """
      a secret is never an argument, which others could see; login asks for it, or takes it from \
      \(command: "--secret-stdin"), \(command: "--secret-file") or \
      \(formatted: "OPENMARKET_SECRET")
      """
    case .noSecret:
      """
      the secret is missing: enter it at a terminal, or use \(formatted: "OPENMARKET_SECRET"), \
      `\(command: "--secret-file")` or `\(command: "--secret-stdin")`
      """
    case .homeHasNoURL: "home is the market on this machine; choose another name for this address"
    case .unconfirmedLogout(let market):
      """
      `\(command: "logout")` would delete the only copy of the identifier and the secret of your \
      shop at \(market): add `\(command: "--yes")` to confirm
      """
    default: nil
    }
  }

  /// About questions, files, settings and the shell itself.
  private var shellMessage: Message? {
    switch self {
    case .noCurrency: "no currency is given, and you have no default currency"
    case .unconfirmed(let question): "\(question) Add `\(command: "--yes")` to confirm"
    case .needsConfirmation(let command):
      "\(command: command) needs confirmation: add `\(command: "--yes")`"
    case .needsOption(let option, let command): "\(command: command) needs \(command: option)"
    case .declined: "Nothing was done."
    case .file(let path, let reason), .fileName(let path, let reason): "\(path): \(reason)"
    case .fileExists(let path): "\(path): the file exists; `\(command: "--yes")` overwrites it"
    case .runsAlready(let path):
      "\"\(path)\" is already running; a file that runs itself would never end"
    case .oneScriptWanted(let count):
      "`\(command: "-c")` takes one argument, in quotes; there are \(count)"
    case .pagerLost(let command):
      "cannot run the pager `\(command: command)`; the beginning of the text is lost"
    case .noSuchCommand(let name, let nearest):
      ("unknown command \(quoted: name)" as Message).suggesting(nearest)
    case .noHelp(let name, let nearest):
      ("no command or topic is called \(quoted: name)" as Message).suggesting(nearest)
    case .noSuchVariable(let name): "there is no variable \(name)"
    case .badSetting(let name, let typed, let problem):
      "\(command: name): \(problem.message(typed: typed))"
    case .badAlias(let name, let fault): fault.message(of: name)
    case .promptCommand(let name):
      "\(command: name) works only at the prompt and in \(formatted: "marketrc")"
    case .needsTerminal(let name, _): "\(command: name) asks questions, so it needs a terminal"
    case .notInHistory(let text): "no line of the history is or contains \(quoted: text)"
    case .againIsOld:
      "the last list came from the offline cache; programs and scripts get only current data"
    case .noSuchSearch(let number, count: 0):
      "there is no search \(number), because you have searched for nothing here yet"
    case .noSuchSearch(let number, let count):
      Message(
        count: count, one: "there is no search \(number), only 1",
        other: "there is no search \(number), only \(count)")
    case .noLastOutput: "no listings were shown yet"
    default: nil
    }
  }
}

extension SellerError {
  private static func badAddress(_ text: String) -> Message {
    // A page of the market has a query or a fragment after its address.
    let start = text.prefix { $0 != "?" && $0 != "#" }
    let meant = (try? MarketAddress(String(start)))?.description ?? "http://localhost:8080"
    let sample: Message = "\(formatted: meant)"
    do {
      _ = try MarketAddress(text)
    } catch .unsupportedScheme(_) {
      return """
        \(text) is not the address of a market: it begins with \(formatted: "http://") or \
        \(formatted: "https://"), such as \(sample)
        """
    } catch .missingHost {
      return "\(text) is not the address of a market: it has no host; one is \(sample)"
    } catch {}
    return "\(text) is not the address of a market, such as \(sample)"
  }
}

extension AliasFault {
  /// - Parameter name: the alias.
  fileprivate func message(of name: String) -> Message {
    switch self {
    case .notAWord:
      "\(quoted: name) cannot be an alias: use one word, such as \(command: "m") or \(command: "목")"
    case .isCommand(let command) where command == name: "\(formatted: name) is already a command"
    case .isCommand(let command):
      "\(formatted: name) is already a command (\(command: command))"
    case .notOneCommand:
      "an alias stands for one whole command, in quotes: `\(command: "alias \(name) 'list'")`"
    case .loop(let names): "these aliases form a loop: \(names.joined(separator: " → "))"
    case .unknown(let nearest): ("there is no alias \(name)" as Message).suggesting(nearest)
    }
  }
}
