package import CommandLanguage
import Foundation
package import ListingWrites
import MarketWire
import Messages
import OpenMarketClient

/// The files that a command names, and its photos.
package struct PhotoFiles: Sendable {
  package let session: SellerSession

  package init(session: SellerSession) {
    self.session = session
  }

  private var environment: Environment { session.environment }

  /// The paths that a typed path matches: `~` and globs are expanded.
  package func paths(of path: FilePath) throws(SellerError) -> [String] {
    let expansion = PathExpansion(home: environment.homeFolder) { [environment] folder in
      (try? FileManager.default.contentsOfDirectory(atPath: environment.absolute(folder))) ?? []
    }
    do throws(ValueProblem) {
      return try expansion.paths(path)
    } catch {
      throw .file(path: path.text, reason: "no file matches")
    }
  }

  /// The absolute path of the one file that a typed path matches.
  package func path(of path: FilePath) throws(SellerError) -> String {
    let paths = try paths(of: path)
    guard paths.count == 1 else {
      throw .file(path: path.text, reason: "\(paths.count) files match; name one file")
    }
    return environment.absolute(paths[0])
  }

  /// Reads and prepares photos in parallel; the results are in the order of the paths.
  package func photos(_ paths: [String], _ options: PhotoOptions) async -> [PhotoPreparer.Outcome] {
    let subject = Message(
      count: paths.count, one: "preparing 1 photo", other: "preparing \(paths.count) photos")
    return await session.activity.show(subject) {
      let disk = session.caches.disk
      let tasks = paths.map { session.photos.take(request($0, options), disk: disk) }
      var outcomes: [PhotoPreparer.Outcome] = []
      for task in tasks { outcomes.append(await task.value) }
      return outcomes
    }
  }

  /// Starts to prepare the photos of an upcoming command.
  package func prepareAhead(_ spec: CommandSpec, _ input: Input, _ options: PhotoOptions) {
    let images: [PhotoPath] = spec.values(.photo, in: input)
    guard let paths = try? images.flatMap({ try paths(of: $0.path) }),
      ListingLimits.imageCount.contains(paths.count)
    else { return }
    for path in paths { session.photos.begin(request(path, options), disk: session.caches.disk) }
  }

  private func request(_ path: String, _ options: PhotoOptions) -> PhotoPreparer.Request {
    PhotoPreparer.Request(
      file: environment.absolute(path), path: path, isSentAsItIs: options.isSentAsItIs,
      background: options.background)
  }
}
