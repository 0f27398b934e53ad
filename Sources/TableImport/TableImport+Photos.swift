import Messages
import SellerSession

extension TableImport {
  /// The photos of new listings that are at URLs, fetched unless it is a dry run.
  func downloads(_ map: ColumnMap, _ listings: KeyedListings) async throws -> PhotoDownloads {
    var urls: [String] = []
    var seen: Set<String> = []
    if !map.photoColumns.isEmpty {
      try await forEachRow(of: try rows(map), map) { row in
        for photo in row.photos where PhotoNames.isURL(photo) && !seen.contains(photo) {
          guard isNew(row, listings) else { return }
          seen.insert(photo)
          urls.append(photo)
        }
      }
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

  /// Notes why photos of a new listing cannot be fetched.
  func noteProblems(in row: inout ImportRow, isNew: Bool) {
    guard isNew, !problems.isEmpty else { return }
    for url in row.photos {
      if let problem = problems[url] { row.note(missing: url, "\(url): \(problem)") }
    }
  }
}
