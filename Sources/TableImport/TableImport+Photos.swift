import ListingChanges
import Messages
import SellerSession

extension TableImport {
  /// The photos of new listings that are at URLs, fetched unless it is a dry run.
  func downloads(_ keys: TableKeys, _ listings: KeyedListings) async throws -> PhotoDownloads {
    if request.exchangesPhotos, try await !context.canExchangePhotos() {
      throw SellerError.picturesStay(replace: nil)
    }
    var urls: [String] = []
    var seen: Set<String> = []
    for row in keys.photoRows
    where request.exchangesPhotos
      || !row.hasID && listings.isNew(code: row.code, name: row.name)
    {
      urls += row.photos.filter { PhotoNames.isURL($0) && seen.insert($0).inserted }
    }
    var downloads = PhotoDownloads(urls, isLocal: request.fetchesLocally, in: context)
    downloads.prepare()
    guard !isDry, urls.contains(where: downloads.isMissing) else { return downloads }
    try await context.console.confirm(
      "Fetch \(downloads.subject)?", count: 1, isAnswered: request.terms.isAnswered)
    try await downloads.fetch()
    return downloads
  }
}

extension PhotoDownloads {
  /// What a dry run says instead of fetching.
  var note: Message? {
    urls.contains(where: isMissing) ? "\(subject) would be fetched and checked" : nil
  }

  /// Reports why photos of a new listing cannot be fetched.
  func reportProblems(in row: inout ImportRow, isNew: Bool) {
    guard isNew, !problems.isEmpty else { return }
    for url in row.photos {
      if let problem = problems[url] { row.report(missing: url, "\(url): \(problem)") }
    }
  }
}
