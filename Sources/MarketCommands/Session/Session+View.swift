/// How lists look when a command does not say: as chosen before at the prompt, or as set.
import Foundation
import MarketRender
import MarketWire
import TerminalKit

extension Session {
  /// Whether a person typed the command that runs. Only there what was chosen before counts.
  var isTyped: Bool { mode == .prompt && withState { $0.running.isEmpty && $0.scripts == 0 } }

  private var kept: ListPreferences { isTyped ? preferences.list : ListPreferences() }

  var chosenLayout: ProductListing.Layout {
    let layout = kept.layout ?? preferences.layout ?? .table
    return ProductListing.Layout(rawValue: layout.rawValue) ?? .table
  }

  var chosenSort: ListingSort { kept.sort ?? preferences.sort ?? .newest }

  /// As many as fit into the window at a prompt, unless a number was chosen; 20 elsewhere.
  func chosenPageSize(_ request: ListRequest) -> Int {
    if let chosen = kept.perPage ?? preferences.perPage { return chosen }
    let out = capabilities(of: .output)
    guard isTyped, out.isTerminal, !isSpoken else { return Self.usualPageSize }
    return ProductListing.fitting(
      out.size, request.layout, pictures: pictureRoom(for: PicturePreference(request)),
      hasThumbnails: request.hasThumbnails)
  }

  static let usualPageSize = 20

  /// Keeps what was chosen at the prompt, for the next list and the next session.
  func keepList(
    layout: ProductListing.Layout? = nil, sort: ListingSort? = nil, perPage: Int? = nil
  ) {
    guard isTyped else { return }
    var list = kept
    list.layout = layout.flatMap { ListLayout(rawValue: $0.rawValue) } ?? list.layout
    list.sort = sort ?? list.sort
    list.perPage = perPage ?? list.perPage
    guard list != kept else { return }
    let chosen = list
    do throws(FileProblem) {
      try changeSettings { $0.list = chosen }
    } catch {
      // The list itself is not in danger.
      report("\(ErrorText.words(error)). How the list looks is not kept.")
    }
  }
}

extension PicturePreference {
  fileprivate init(_ request: ListRequest) {
    let hasPictures = request.layout == .grid || request.hasThumbnails
    self.init(hasPictures ? request.namesPictures : false)
  }
}
