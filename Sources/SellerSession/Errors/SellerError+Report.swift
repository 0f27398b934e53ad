import CommandLanguage
import Foundation
import ListingWrites
import MarketWire
import Messages

extension SellerError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(
      suggestions: Self.suggestions(self), exitCode: Self.exitCode(self))
    report.sentences = Self.sentences(self)
    report.details = details
    report.isDecision = self == .declined
    return report
  }

  private var details: [Message] {
    switch self {
    case .unlikely:
      ["nothing was sent, because this may be a mistake; `\(command: "--allow")` confirms it"]
    case .picturesStay:
      [
        """
        `\(command: "--replace")` adds a new listing with everything else copied, then removes \
        this one; the new listing gets a new id and a new date
        """
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
    return [.init(error.message, at: error.culprit)]
  }

  private static func suggestions(_ error: SellerError) -> [String] {
    switch error {
    case .noSuchMarket: ["markets", "use http://localhost:8080"]
    case .severalMarkets(_, let names): names.map { "use \($0)" }
    case .notSignedIn(let market): market == "home" ? ["help add"] : ["login \(market)"]
    case .badSetting(let name, _, let problem):
      [
        (Setting(rawValue: name)?.isOfProfile == true ? "profile " : "set ") + name
          + (problem.correction.map { " \($0)" } ?? "")
      ]
    case .badAlias: ["help alias"]
    case .needsTerminal(_, let instead): instead
    case .notInHistory: ["history"]
    case .needsURL(let name): ["login \(name) --url http://localhost:8080"]
    case .noSecret, .secretInArgument, .secretInAddress: ["help login"]
    case .noSuchDraft: ["drafts"]
    case .noCurrency: ["--currency KRW", "--price ₩12000"]
    case .noPageYet, .pageRemoved, .noLastOutput, .againIsOld: ["list"]
    case .unlikely(let found):
      [
        "--allow "
          + Allowance.allCases.filter { kind in found.contains { $0.kind == kind } }
          .map(\.rawValue).joined(separator: ",")
      ]
    case .picturesStay(let command): [command]
    case .codeTaken: ["--allow \(Allowance.moveCode.rawValue)"]
    case .noSuchCommand: ["help"]
    case .noHelp(_, let nearest): [nearest.map { "help \($0)" } ?? "help"]
    case .notYours, .allOfOtherShops, .noneFits(_, among: .own): ["list --mine"]
    case .noTarget, .noneFits: ["list"]
    default: []
    }
  }

  private static func exitCode(_ error: SellerError) -> ExitCode {
    switch error {
    case .notSignedIn, .notYours, .allOfOtherShops, .wrongSecret: .notAllowed
    case .noSuchCode, .noCodeMatches, .emptyRange, .pageRemoved, .noneFits, .notInHistory,
      .noSuchPhoto, .noSuchDraft:
      .notFound
    case .file, .declined, .pagerLost: .failed
    default: .usage
    }
  }
}
