import Base
package import CommandLanguage
import Foundation
import MarketWire
package import Messages
import OpenMarketClient
package import Photos

/// The files that a command names, and its photos.
package struct PhotoFiles: Sendable {
  private let core: SellerCore
  private let preparer: PhotoPreparer

  package init(_ core: SellerCore, _ preparer: PhotoPreparer) {
    self.core = core
    self.preparer = preparer
  }

  private var environment: Environment { core.environment }

  private var expansion: PathExpansion {
    PathExpansion(home: environment.homeFolder) { [environment] folder in
      (try? FileManager.default.contentsOfDirectory(atPath: environment.absolute(folder))) ?? []
    }
  }

  /// The file with a similar name, if there is no file of this path.
  package func nearest(to path: String) -> String? {
    let isThere = FileManager.default.fileExists(atPath: environment.absolute(path))
    return isThere ? nil : expansion.nearest(to: path)
  }

  /// Whether there is a file of this path.
  package func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: environment.absolute(path))
  }

  /// Why a file cannot be used, with the file of a similar name if there is no such file.
  package func reason(_ reason: Message, for path: String) -> Message {
    reason.suggesting(nearest(to: path))
  }

  /// Why a file could not be read.
  ///
  /// - Parameter path: the path as it was typed.
  package func unreadable(_ path: String, at file: String) -> Message {
    let isThere = FileManager.default.fileExists(atPath: file)
    return reason(isThere ? "it cannot be read" : "there is no such file", for: path)
  }

  /// The paths that a typed path matches: `~` and globs are expanded.
  package func paths(of path: FilePath) throws(SellerError) -> [String] {
    // Looking for other forms of a name reads its whole folder.
    if path.text.hasPrefix("/"), !path.isPattern, exists(path.text) { return [path.text] }
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

  /// The place of a market's data: the absolute path of a folder, or a URL as it was typed.
  package func location(of path: FilePath) throws(SellerError) -> String {
    let scheme = path.text.prefix {
      $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
    }
    let isURL = scheme.first?.isLetter == true && path.text.dropFirst(scheme.count).hasPrefix("://")
    return isURL ? path.text : try self.path(of: path)
  }

  /// Reads and prepares photos in parallel; the results are in the order of the paths.
  package func photos(_ paths: [String], _ options: PhotoOptions) async -> [PhotoPreparer.Outcome] {
    let subject = Message(
      count: paths.count, one: "preparing 1 photo", other: "preparing \(paths.count) photos")
    return await core.activity.show(subject) {
      let tasks = paths.map { preparer.take(request($0, options)) }
      var outcomes: [PhotoPreparer.Outcome] = []
      for task in tasks { outcomes.append(await task.value.mapError(proposingFile)) }
      return outcomes
    }
  }

  /// Prepares a photo that belongs to no listing.
  package func prepare(
    _ request: PhotoPreparer.Request
  ) async -> Result<PreparedPhoto, PhotoFault> {
    await preparer.prepare(request).mapError(proposingFile)
  }

  private func proposingFile(_ fault: PhotoFault) -> PhotoFault {
    PhotoFault(path: fault.path, reason: reason(fault.reason, for: fault.path))
  }

  /// Starts to prepare the photos of an upcoming command.
  ///
  /// - Parameter turns: the number of turns until that command.
  package func prepareAhead(
    _ spec: CommandSpec, _ input: Input, _ options: PhotoOptions, turns: Int
  ) {
    let images: [PhotoPath] = spec.values(.photo, in: input)
    guard let paths = try? images.flatMap({ try paths(of: $0.path) }),
      ListingLimits.imageCount.contains(paths.count)
    else { return }
    prepareAhead(paths, options, turns: turns)
  }

  /// Starts to prepare the photos of an upcoming listing.
  package func prepareAhead(_ paths: [String], _ options: PhotoOptions, turns: Int) {
    for path in paths { preparer.begin(request(path, options), turns: turns) }
  }

  private func request(_ path: String, _ options: PhotoOptions) -> PhotoPreparer.Request {
    PhotoPreparer.Request(
      file: environment.absolute(path), path: path, isSentAsItIs: options.isSentAsItIs,
      background: options.background)
  }
}
