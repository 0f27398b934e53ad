import MarketWire

extension SellerError {
  /// Whether every change at the market fails in the same way until the seller signs in.
  package var isAboutAccount: Bool {
    switch self {
    case .notSignedIn, .wrongSecret: true
    default: false
    }
  }

  /// The word as typed, or as it would be typed; nil if no single word caused the error. Never a
  /// word that may contain a secret.
  package var culprit: String? {
    switch self {
    case .noSuchMarket(let name, _), .needsURL(let name), .noSuchVariable(let name): name
    case .noSuchDraft(let name, _): name
    case .noSuchCommand(let name, _), .noHelp(let name, _), .badMarketAddress(let name): name
    case .severalMarkets(let url, _): url
    case .homeHasNoURL: MarketProfile.home.name
    case .notYours(let id, _, _, _): "\(id)"
    case .noSuchCode(let code, _), .noCodeMatches(let code, _): "@\(code)"
    case .codeTaken(let code, _): code
    case .onlyAtPrompt(let target): target
    case .nothingAddedYet: "@last"
    case .noPageYet, .pageRemoved: "@page"
    case .emptyRange(let range), .rangeTooLarge(let range, _):
      "\(range.lowerBound)..\(range.upperBound)"
    case .filter(_, let option): option
    case .picturesStay(let command): command == nil ? nil : "--image"
    case .file(let path, _), .fileName(let path, _), .fileExists(let path), .runsAlready(let path):
      path
    case .badSetting(_, let typed, _): typed
    case .badAlias(let name, _): name
    case .noSuchPhoto(let number, _, let count): count == 0 ? nil : "\(number)"
    default: nil
    }
  }
}
