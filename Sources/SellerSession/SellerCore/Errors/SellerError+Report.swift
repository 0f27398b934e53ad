import CommandLanguage
import Foundation
import MarketWire
import Messages

extension SellerError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(
      message, at: culprit, suggestions: Self.suggestions(self), exitCode: Self.exitCode(self))
    report.details = details
    report.isDecision = self == .declined
    return report
  }

  private var details: [Message] {
    switch self {
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
    case .picturesStay(let command): command.map { [$0] } ?? []
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
