/// The kind of change a command makes.
public enum CommandEffect: Hashable, Sendable {
  /// None: it only looks.
  case reads
  /// It changes this shell: variables, settings, history.
  case changesShell
  /// It adds, changes or removes listings.
  case writesListings
  /// It changes which markets and accounts are known.
  case changesMarkets
  /// It writes files on this machine.
  case writesFiles
  /// Any of these, since it runs other commands.
  case runsCommands
}

/// Properties of a command for dry runs, checks of a file, the history and hints.
public struct CommandTraits: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `@page` and `next` refer to its listings afterwards.
  public static let setsPage = CommandTraits(rawValue: 1 << 0)
  /// It continues the list before it.
  public static let needsPage = CommandTraits(rawValue: 1 << 1)
  /// Commands after it go to the market it names.
  public static let switchesMarket = CommandTraits(rawValue: 1 << 2)
  /// The market it names may not be known before it ran.
  public static let signsIn = CommandTraits(rawValue: 1 << 3)
  /// No command after it runs.
  public static let endsScript = CommandTraits(rawValue: 1 << 4)
  /// It is about the prompt, so `history save` leaves it out.
  public static let isAboutPrompt = CommandTraits(rawValue: 1 << 5)
  /// Neither hints nor errors propose it, because one more key press would take something away.
  public static let isNeverProposed = CommandTraits(rawValue: 1 << 6)
  /// The offline cache may answer while its market cannot be reached.
  public static let worksOffline = CommandTraits(rawValue: 1 << 7)
  /// The seller wants the market itself to answer, and waits for it as long as usual.
  public static let asksAgain = CommandTraits(rawValue: 1 << 8)
  /// A file of commands cannot contain it, because later lines could not be planned.
  public static let isNotForFiles = CommandTraits(rawValue: 1 << 9)
}

/// The commands to suggest for arguments that a command does not take.
public struct ArgumentProposals: Hashable, Sendable {
  /// The command for ids and codes, such as `show` for `list 12`.
  public var targets: String?
  /// The command for any other words, such as `search` for `list mug`.
  public var words: String?
  /// The command for names of picture files.
  public var photos: String?

  public init(targets: String? = nil, words: String? = nil, photos: String? = nil) {
    self.targets = targets
    self.words = words
    self.photos = photos
  }
}
