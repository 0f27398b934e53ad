/// What can be wrong with a command beyond its grammar and the market's answer; facts only.
package import CommandLanguage
package import MarketWire

/// A closed set of facts; `ErrorText` has the words.
package indirect enum SellerError: Error, Hashable, Sendable {
  case noSuchMarket(String, nearest: String?)
  /// An address under which one is signed in by several names.
  case severalMarkets(url: String, names: [String])
  /// The current market needs `login` before anything can be sold there.
  case notSignedIn(market: String)
  case notYours(id: Int, name: String, seller: String?, market: String)
  case noSuchCode(String, nearest: String?)
  case codeTaken(String, id: Int)
  /// `@last` or `@page` outside the prompt.
  case onlyAtPrompt(String)
  case nothingAddedYet
  case noPageYet
  /// Nothing of the page on the screen is in the market any more.
  case pageGone
  case oneListingWanted
  /// A listing has no photo of this number, from 1.
  case noSuchPhoto(Int, listing: String, count: Int)
  /// `again` before anything was shown.
  case nothingAgain
  /// The last listings were kept from before, which programs and scripts do not get.
  case againIsOld
  /// A write that says neither which listing nor which kind.
  case nothingMeant
  /// Filters that nothing fits of what is meant, such as `your listings`; both worded.
  case noneFits(String, among: String)
  /// More listings in full than anybody reads.
  case tooManyToShow(limit: Int)
  /// Filters that contradict each other, and the option to blame.
  case filter(String, at: String)
  case emptyRange(ClosedRange<Int>)
  case rangeTooLarge(ClosedRange<Int>, limit: Int)
  /// Everything that is wrong with a listing before it is sent.
  case listing([ListingFault])
  case noCurrency
  /// Pictures were named for a listing that is there; the command that puts up a new one.
  case picturesStay(replace: String)
  /// A question that cannot be asked here.
  case cannotAsk(question: String, option: String)
  case declined
  case file(path: String, reason: String)
  case noSuchCommand(String, nearest: String?)
  case noSuchVariable(String)
  /// Both a name and an address, or neither, where one is wanted.
  case needsURL(name: String)
  case noSecret
  /// A file of commands that runs itself, by itself or through others.
  case runsAlready(path: String)
  /// `home` is the market on this machine and nothing else.
  case homeHasNoURL
  /// `-c` takes one text.
  case oneScriptWanted(count: Int)
  case badMarketAddress(String)
  /// `user:password@host`; the address is not kept with the fact, so that it is shown nowhere.
  case secretInAddress
  case wrongSecret(market: String)
  /// A setting that was to become what it cannot be.
  case badSetting(String, typed: String, ValueProblem)
  /// A name that no alias can have, and why.
  case badAlias(String, AliasFault)
  /// Commands that mean something at the prompt only.
  case promptCommand(String)
  /// `logout` from a market whose account would be lost.
  case notKept(market: String)
  case allForeign(count: Int)
  /// A number or a text that no line of the history has.
  case notInHistory(String)
  /// Changes that may not have been meant, where nobody can be asked.
  case unlikely([ChangeWarning])
  /// A pager that cannot be run was given so much that not all of it is known any more.
  case pagerLost(command: String)
}

/// One fault of a listing that is about to be sent.
package indirect enum ListingFault: Hashable, Sendable {
  /// A limit of the market; the listing's id where it has one.
  case limit(LimitViolation, of: Int?)
  /// Anything else that cannot be done, in words, and the word of the command that it is about.
  case rule(String, at: String? = nil)
  /// A photo that cannot be used, and why.
  case photo(path: String, reason: String)
  case noCurrency
  /// Anything else that was found wrong while the listing was put together.
  case other(SellerError)
}

/// Why a name cannot be an alias.
package enum AliasFault: Error, Hashable, Sendable {
  case notAWord
  /// The name of a command, or another name of this one.
  case isCommand(String)
  case notOneCommand
  /// The names that lead back to the first.
  case loop([String])
  /// There is none of this name.
  case unknown(nearest: String?)
}
