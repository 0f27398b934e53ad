package import CommandLanguage
package import Messages

/// An error of a command beyond its grammar and the market's response.
package indirect enum SellerError: Error, Hashable, Sendable {
  case noSuchMarket(String, nearest: String?)
  /// An address that the seller is signed in to under several names.
  case severalMarkets(url: String, names: [String])
  /// The current market needs `login` before the seller can sell there.
  case notSignedIn(market: String)
  case notYours(id: Int, name: String, seller: String?, market: String)
  case noSuchCode(String, nearest: String?)
  /// A pattern that no code of an existing listing matches.
  case noCodeMatches(String, near: [String])
  case codeTaken(String, id: Int)
  /// `@last` or `@page` outside the prompt.
  case onlyAtPrompt(String)
  case nothingAddedYet
  case noPageYet
  /// None of the listings on the screen exist in the market any more.
  case pageRemoved
  case oneListingWanted
  /// A listing has no photo of this number, from 1.
  case noSuchPhoto(Int, listing: String, count: Int)
  /// `again` before anything was shown.
  case noLastOutput
  /// The last list is a cached one, which programs and scripts do not get.
  case againIsOld
  /// A write that names neither listings nor a filter.
  case noTarget
  /// A filter that matches nothing, by its facets.
  case noneFits([Message], among: ListingScope)
  /// Too many listings to show in full.
  case tooManyToShow(limit: Int)
  /// Filters that contradict each other, and the option that caused it.
  case filter(Message, at: String)
  case emptyRange(ClosedRange<Int>)
  case rangeTooLarge(ClosedRange<Int>, limit: Int)
  case noCurrency
  /// Other pictures for a listing of a market that cannot exchange them; the command that replaces
  /// the listing, if it can.
  case picturesStay(replace: String?)
  /// A question that cannot be asked here; `--yes` confirms.
  case unconfirmed(Message)
  /// A command that needs `--yes` where no question can be asked.
  case needsConfirmation(command: String)
  /// A command that needs an option where no question can be asked.
  case needsOption(String, command: String)
  case declined
  case file(path: String, reason: Message)
  /// A file that gets its format from its name, which does not say one.
  case fileName(path: String, reason: Message)
  /// A file is only replaced if the seller agrees.
  case fileExists(path: String)
  case noSuchCommand(String, nearest: String?)
  /// `help` for a name that is neither a command nor a topic.
  case noHelp(on: String, nearest: String?)
  case noSuchVariable(String)
  case noSuchDraft(String, nearest: String?)
  /// Both a name and an address, or neither, where one is required.
  case needsURL(name: String)
  case noSecret
  /// A secret as an argument, which other users of the machine could see.
  case secretInArgument
  /// A file of commands that runs itself, directly or through others.
  case runsAlready(path: String)
  /// `home` is the market on this machine and cannot have an address.
  case homeHasNoURL
  /// `-c` takes exactly one text.
  case oneScriptWanted(count: Int)
  case badMarketAddress(String)
  /// `user:password@host`; the address is not stored, so that it is never shown.
  case secretInAddress
  case wrongSecret(market: String)
  /// An invalid value for a setting.
  case badSetting(String, typed: String, ValueProblem)
  /// An invalid name for an alias, and why.
  case badAlias(String, AliasFault)
  /// Commands that only work at the prompt.
  case promptCommand(String)
  /// A command that only asks questions, without a terminal; `instead` does the same.
  case needsTerminal(String, instead: [String])
  /// `logout` from a market whose account would be lost.
  case unconfirmedLogout(market: String)
  case allOfOtherShops(count: Int)
  /// A number or a text that matches no line of the history.
  case notInHistory(String)
  /// `recent` with a number that no recent search has.
  case noSuchSearch(Int, count: Int)
  /// A pager failed to run after it received more text than is still in memory.
  case pagerLost(command: String)
}

/// Why a name is invalid for an alias.
package enum AliasFault: Error, Hashable, Sendable {
  case notAWord
  /// The name of a command, or a synonym of one.
  case isCommand(String)
  case notOneCommand
  /// A cycle of aliases, from the first name back to it.
  case loop([String])
  /// No alias has this name.
  case unknown(nearest: String?)
}
