/// Photos on their way from files to the market.
import CommandLanguage
import Foundation
import MarketWire

extension Session {
  /// The files that a written path stands for: `~` and patterns are looked up.
  func paths(of path: FilePath) throws -> [String] {
    let expansion = PathExpansion(home: environment.homeFolder) { [environment] folder in
      (try? FileManager.default.contentsOfDirectory(atPath: environment.absolute(folder))) ?? []
    }
    do throws(ValueProblem) {
      return try expansion.paths(path)
    } catch {
      throw SellerError.file(path: path.text, reason: "no file matches")
    }
  }

  /// The one file that a written path stands for.
  func path(of path: FilePath) throws -> String {
    let paths = try paths(of: path)
    guard paths.count == 1 else {
      throw SellerError.file(path: path.text, reason: "\(paths.count) files match, one is wanted")
    }
    return environment.absolute(paths[0])
  }

  /// Reads and prepares photos, in their order, side by side.
  func photos(_ paths: [String], _ input: Input) async -> [PhotoPreparer.Outcome] {
    let subject = paths.count == 1 ? "preparing 1 photo" : "preparing \(paths.count) photos"
    return await activity.show(subject) {
      let disk = diskCache
      let tasks = paths.map { photoPreparer.take(request($0, input), disk: disk) }
      var outcomes: [PhotoPreparer.Outcome] = []
      for task in tasks { outcomes.append(await task.value) }
      return outcomes
    }
  }

  /// Begins with the photos that a command will ask for which runs soon.
  func prepareAhead(_ spec: CommandSpec, _ input: Input) {
    let images: [PhotoPath] = spec.values(.photo, in: input)
    guard let paths = try? images.flatMap({ try paths(of: $0.path) }),
      ListingLimits.pictureCount.contains(paths.count)
    else { return }
    for path in paths { photoPreparer.begin(request(path, input), disk: diskCache) }
  }

  private func request(_ path: String, _ input: Input) -> PhotoPreparer.Request {
    PhotoPreparer.Request(
      file: environment.absolute(path), path: path,
      isSentAsItIs: !input[ListingOptions.prepare], background: input[ListingOptions.background])
  }
}
