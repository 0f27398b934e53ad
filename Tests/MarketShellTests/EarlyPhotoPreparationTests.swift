import CommandLanguage
import MarketTestSupport
import MarketWire
import TerminalKit
import Testing

@testable import MarketCommands
@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct EarlyPhotoPreparationTests {
  private static let add =
    "add --name 'Oak mug' --price 12000 --description 'Turned from one piece.' --image"

  @Test(
    arguments: [
      ("\(add) a.jpg b.jpg", 2), ("edit @MUG-01 --image a.jpg --replace", 1),
      ("edit 12 --replace --image a.jpg b.jpg --price 9000", 2), ("\(add) *.jpg", 2),
      ("edit 12 --image *.jpg --replace", 2),
      // Commands that are refused or send no photo.
      ("edit 12 --price 9000", 0), ("photo prepare a.jpg", 0),
      ("\(add) a.jpg a.jpg a.jpg a.jpg a.jpg a.jpg", 0), ("edit 12 --image no*.jpg --replace", 0),
    ])
  func `the photos of add and of edit --replace are prepared ahead`(
    line: String, count: Int
  ) async throws {
    let world = try TestWorld(signedIn: false)
    let session = TestShell(environment: world.environment(FakeTerminal()), mode: .script)
    let interpreter = session.interpreter
    let words = try Variables().words(of: try #require(Tokenizer.read(line).commands.first))
    let (spec, input) = try interpreter.parse(words).checked()
    session.context.files.prepareAhead(spec, input, PhotoOptions(input), turns: 1)
    #expect(session.session.access.photos.begun == count)
    // The command uses the photos that were prepared ahead.
    guard count > 0 else { return }
    session.session.access.photos.turn()
    let images = spec.name == "add" ? input[AddCommand.images] : input[EditCommand.images]
    let photos = await session.context.files.photos(
      try images.flatMap { try session.context.files.paths(of: $0.path) }, PhotoOptions(input))
    #expect(photos.count == count)
    #expect(session.session.access.photos.begun == 0)
  }
}
