/// How a list of listings is shown on a screen; programs get the same data with any presentation.
public struct ListingPresentation: Hashable, Sendable {
  /// The commands that lead to the other pages of a list.
  public enum Navigation: Hashable, Sendable {
    /// `next`, `prev`, `page N`: at the prompt, which remembers the list.
    case prompt
    /// `--page N`: in another shell.
    case options
  }

  /// The layout if no format is given.
  public var layout: ListLayout
  public var pictures: PicturePreference
  /// Whether a table has a small picture beside each row.
  public var hasThumbnails: Bool
  /// Whether the list is sorted by price, each currency separately.
  public var isSortedByPrice: Bool
  public var navigation: Navigation
  /// Whether an option has chosen the layout, so that it is used in a pipe, too.
  public var isLayoutChosen = false
  /// Whether all listings are the seller's own, so that neither a mark nor the shop says so.
  public var isOwnOnly = false
  /// Whether the list was asked for by days, whose time zone the footer names.
  public var hasDays = false
  /// Whether the beginning of the description is shown below each row of a table.
  public var hasDescriptions = false
  /// Whether the number of rows was chosen for the window, so that the page needs no pager.
  public var isFitted = false

  public init(
    layout: ListLayout = .table, pictures: PicturePreference = .automatic,
    hasThumbnails: Bool = false, isSortedByPrice: Bool = false, navigation: Navigation = .options
  ) {
    self.layout = layout
    self.pictures = pictures
    self.hasThumbnails = hasThumbnails
    self.isSortedByPrice = isSortedByPrice
    self.navigation = navigation
  }

  /// Whether a picture that cannot be drawn is named.
  var namesPictures: Bool { pictures == .always }
}
