import Foundation
import MarketWire

extension SellerError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(
      suggestions: Self.suggestions(self), exitCode: Self.exitCode(self))
    report.sentences = Self.sentences(self)
    report.details = details
    report.isDecision = self == .declined
    return report
  }

  private var details: [String] {
    switch self {
    case .unlikely: ["nothing was sent, since nobody can be asked here whether this is meant"]
    case .picturesStay:
      [
        "--replace puts up a new listing with everything taken over, and removes this one when the "
          + "new one is there; it gets a new id and a new date"
      ]
    default: []
    }
  }

  private static func sentences(_ error: SellerError) -> [ErrorReport.Sentence] {
    if case .unlikely(let found) = error {
      let shown = ShortList.shown(of: found.count, most: ShortList.usual)
      let listed = found.prefix(shown).map { ErrorReport.Sentence($0.text) }
      let rest = found.count - listed.count
      return rest > 0 ? listed + [.init("and \(rest) more like these")] : listed
    }
    if case .listing(let faults) = error { return faults.flatMap(sentences) }
    return [.init(sentence(error), at: error.culprit)]
  }

  private static func sentences(_ fault: ListingFault) -> [ErrorReport.Sentence] {
    if case .other(let error) = fault { return sentences(error) }
    return [.init(words(fault), at: fault.culprit)]
  }

  private static func words(_ fault: ListingFault) -> String {
    switch fault {
    case .other(let error): sentence(error)
    case .limit(let broken, _) where broken.member == "images":
      "\(broken.option) needs \(ListingLimits.imageCount.lowerBound) to "
        + "\(ListingLimits.imageCount.upperBound) photos, not \(broken.found)"
    case .limit(let broken, let id):
      "\(id.map { "\($0): " } ?? "")\(broken.option) needs \(broken.expected), "
        + "not \(broken.found)"
    case .rule(let text, _): text
    case .photo(let path, let reason): "\(path): \(reason)"
    case .noCurrency: sentence(.noCurrency)
    }
  }

  private static func sentence(_ error: SellerError) -> String {
    switch error {
    case .noSuchMarket(let name, let nearest):
      "you know no market named \(name)\(didYouMean(nearest))"
    case .notSignedIn(let market): "you have no shop at \(market)"
    case .severalMarkets(let url, let names):
      "\(url) is the address of \(names.joined(separator: " and ")); "
        + "say which by its name"
    case .badMarketAddress(let text):
      "\(text) is not the address of a market, such as http://localhost:8080"
    case .secretInAddress:
      "an address holds no user or password; login asks for the identifier and the secret"
    case .wrongSecret(let market): "\(market) does not know this identifier with this secret"
    case .needsURL(let name): "what is the address of \(name)?"
    case .oneScriptWanted(let count): "-c takes one text, in quotes; there are \(count)"
    case .noSecret: "there is no secret: it is asked for at a terminal, or comes from outside"
    case .noCurrency: "no currency is given and you have no usual one"
    case .cannotAsk(let question, let option):
      question.hasSuffix("?")
        ? "\(question) Nobody can be asked here; \(option) answers"
        : "\(question) needs an answer and nobody can be asked here; \(option) gives it"
    case .declined: "Nothing was done."
    case .file(let path, let reason): "\(path): \(reason)"
    case .pagerLost(let command):
      "the pager \(command) cannot be run, and the beginning of the text is lost with it"
    case .noSuchCommand(let name, let nearest):
      "there is no command \(name)\(didYouMean(nearest))"
    case .noSuchVariable(let name): "there is no variable \(name)"
    case .runsAlready(let path): "\(path) runs already; a file that runs itself would never end"
    case .homeHasNoURL: "home is the market on this machine; give the other one its own name"
    default: targetSentence(error)
    }
  }

  private static func targetSentence(_ error: SellerError) -> String {
    switch error {
    case .notYours(let id, let name, let seller, let market):
      "\(id) \(name) belongs to \(seller ?? "another shop"), not to your shop at \(market)"
    case .allForeign(let count): "all \(count) listings belong to other shops"
    case .noSuchCode(let code, let nearest):
      "no listing has the code @\(code)\(didYouMean(nearest.map { "@\($0)" }))"
    case .codeTaken(let code, let id): "the code @\(code) is listing \(id)'s already"
    case .onlyAtPrompt(let target):
      "\(target) means something at the prompt only; give listings codes with --code"
    case .nothingAddedYet: "nothing was added here yet"
    case .noPageYet: "there is no list on the screen yet"
    case .picturesStay: "no market can change the pictures of a listing that is there"
    case .pageGone: "nothing of the page on the screen is in the market any more"
    case .emptyRange(let range):
      "no listing has an id from \(range.lowerBound) to \(range.upperBound)"
    case .rangeTooLarge(let range, let limit):
      "\(range.lowerBound)..\(range.upperBound) is more than \(limit) ids"
    case .noSuchPhoto(_, let listing, 0): "\(listing) has no photos"
    case .noSuchPhoto(let number, let listing, let count):
      "\(listing) has no photo \(number), only \(count)"
    case .oneListingWanted: "one listing is wanted here, not several"
    case .againIsOld:
      "these listings were kept from before; a program gets only what the market has now"
    case .nothingAgain: "there are no listings to write again yet"
    case .nothingMeant: "which listings? Say their ids or codes, or a filter such as --search"
    case .noneFits(let filter, let scope):
      filter.isEmpty ? "there is nothing among \(scope)" : "none of \(scope) fits: \(filter)"
    case .tooManyToShow(let limit): "these are more than \(limit) listings; list has them in rows"
    case .filter(let text, _): text
    default: ShellText.sentence(error) ?? "\(error)"
    }
  }

  private static func suggestions(_ error: SellerError) -> [String] {
    switch error {
    case .noSuchMarket: ["markets", "use http://localhost:8080"]
    case .severalMarkets(_, let names): names.map { "use \($0)" }
    case .notSignedIn(let market): market == "home" ? ["help add"] : ["login \(market)"]
    case .badSetting, .badAlias, .promptCommand, .notKept, .notInHistory:
      ShellText.suggestions(error)
    case .needsURL(let name): ["login \(name) --url http://localhost:8080"]
    case .noSecret, .secretInAddress: ["help login"]
    case .listing(let faults) where faults.contains(.noCurrency): suggestions(.noCurrency)
    case .noCurrency: ["--currency KRW", "--price ₩12000"]
    case .noPageYet, .pageGone, .nothingAgain, .againIsOld: ["list"]
    case .unlikely(let found):
      [
        "--allow "
          + Allowance.allCases.filter { kind in found.contains { $0.kind == kind } }
          .map(\.rawValue).joined(separator: ",")
      ]
    case .picturesStay(let command): [command]
    case .noSuchCommand: ["help"]
    case .notYours, .allForeign: ["list --mine"]
    case .noneFits(_, among: "your listings"): ["list --mine"]
    case .nothingMeant, .noneFits: ["list"]
    default: []
    }
  }

  private static func exitCode(_ error: SellerError) -> ExitCode {
    switch error {
    case .notSignedIn, .notYours, .allForeign, .wrongSecret: .notAllowed
    case .noSuchCode, .emptyRange, .pageGone, .noneFits, .notInHistory, .noSuchPhoto: .notFound
    case .file, .declined, .pagerLost: .failed
    default: .usage
    }
  }

  private static func didYouMean(_ nearest: String?) -> String {
    nearest.map { " — did you mean \($0)?" } ?? ""
  }
}
