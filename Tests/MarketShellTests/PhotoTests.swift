import Base
import CommandLanguage
import DiskCache
import Foundation
import MarketTestSupport
import ScreenPictures
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct PhotoTests {
  private static let variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

  private func session(_ world: TestWorld, _ terminal: FakeTerminal) -> TestShell {
    let session = TestShell(
      environment: world.environment(terminal, variables: Self.variables), mode: .prompt)
    session.session.core.settings.pictureReplies = PictureReplies()
    return session
  }

  private func type(_ line: String, in session: TestShell) async -> ExitCode {
    let interpreter = session.interpreter
    var code = ExitCode.done
    for tokens in Tokenizer(line) { code = await interpreter.run(tokens) }
    return code
  }

  @Test
  func `arrow keys show other photos, and any other key ends the viewer`() async throws {
    let world = try TestWorld(samples: true)
    // The first sample with two pictures is the newest.
    let terminal = FakeTerminal(columns: 60, rows: 20)
    terminal.type("\u{1B}[C")
    terminal.type("\u{1B}[C\u{1B}[D")
    terminal.type("q")
    let session = session(world, terminal)
    #expect(await type("photo 120", in: session) == .done)
    #expect(!terminal.readsKeys)
    let headings = terminal.output.matches(of: /photo (\d) of 2/).map { String($0.1) }
    #expect(headings == ["1", "2", "1", "2"])
    var screen = ScreenModel(columns: 60, rows: 20)
    screen.write(terminal.output.replacing("\n", with: "\r\n"))
    // The last picture stays with its heading, and the cursor is below it.
    #expect(screen.problems == [])
    #expect(screen.rows.filter { $0.contains("photo") } == ["Blue bud vase · photo 2 of 2"])
    #expect(screen.cursor.column == 0)
    #expect(screen.rows[screen.cursor.row].isEmpty)
    #expect(try await terminal.nextEvent(timeout: .zero) == .timedOut)
  }

  @Test func `a single photo is drawn without waiting for keys`() async throws {
    let world = try TestWorld()
    let id = try await world.add()
    let terminal = FakeTerminal(columns: 60, rows: 20)
    terminal.type("x")
    #expect(await type("photo \(id)", in: session(world, terminal)) == .done)
    #expect(terminal.output.contains("Oak mug"))
    #expect(try await terminal.nextEvent(timeout: .zero) == .bytes([0x78]))
  }

  @Test(arguments: [
    ("photo IMG_0001.jpg", "photo prepare IMG_0001.jpg"),
    ("photo a.jpg B.HEIC", "photo prepare a.jpg B.HEIC"),
    ("photo *.jpg", "photo prepare *.jpg"),
    ("photo preapre x.jpg", "photo prepare x.jpg"), ("photo svae 12", "photo save 12"),
  ])
  func `a file or a mistyped second word has its own suggestion`(
    line: String, proposal: String
  ) async throws {
    #expect(try await TestWorld().run("-c", line).ends(with: 2, saying: "try: \(proposal)\n"))
  }

  @Test(arguments: ["photo 120 --no-pictures", "set pictures off; photo 120"])
  func `a photo that cannot be drawn is reported with its URL`(line: String) async throws {
    let world = try TestWorld(samples: true)
    let terminal = FakeTerminal(columns: 60, rows: 20)
    #expect(await type(line, in: session(world, terminal)) == .done)
    #expect(terminal.output.contains("photo 1 of 2"))
    // Pictures of the home market have no reachable address.
    #expect(terminal.output.contains("photo save 120"))
    #expect(!terminal.output.contains("/pictures/"))
    let away = FakeTerminal(columns: 100, rows: 20)
    let words = ["photo", "120", "--no-pictures", "--market", TestWorld.url]
    #expect(await world.run(words, on: away).output.contains("/pictures/"))
    let piped = await world.run("photo", "120")
    #expect(piped.output.contains("/pictures/"))
    #expect(piped.error.contains("photo save 120 saves the photo as a file"), "\(piped.error)")
  }

  @Test func `the terminal is queried once, and only if the result matters`() async throws {
    let world = try TestWorld(samples: true)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let session = session(world, terminal)
    session.session.core.settings.pictureReplies = nil
    _ = await type("list", in: session)
    #expect(!terminal.output.contains("\u{1B}[c"))
    terminal.type("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62c")
    _ = await type("list --grid; list --grid", in: session)
    #expect(terminal.output.ranges(of: "\u{1B}[c").count == 1)
    // The first page already uses kitty, with a separate id for each picture.
    let ids = terminal.output.matches(of: /_Gi=(\d+),a=T/).map { String($0.1) }
    #expect(!ids.isEmpty)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `cache shows its contents, and cache clear deletes them`() async throws {
    let world = try TestWorld(samples: true)
    let terminal = FakeTerminal(columns: 84, rows: 40)
    let session = session(world, terminal)
    _ = await type("list --grid --per-page 3", in: session)
    try world.write("tree.webp", Data(try Fixture.bytes("photos/alpha.webp")))
    _ = await type("photo prepare tree.webp", in: session)
    let kept = session.session.access.caches.disk.usage()
    // The cache contains three images, their drawings and a photo.
    #expect(kept.files == 7)
    let answer = await world.run("cache", "--json").output
    let facts = try #require(
      JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    func part(_ name: String) -> [String: Int]? { facts[name] as? [String: Int] }
    #expect(facts["files"] as? Int == 7)
    #expect(facts["bytes"] as? Int == kept.bytes)
    #expect(part("pictures")?["files"] == 6)
    #expect(part("photos")?["files"] == 1)
    #expect((part("pictures")?["bytes"] ?? 0) + (part("photos")?["bytes"] ?? 0) == kept.bytes)
    let told = await world.run(["cache"], on: FakeTerminal(columns: 80)).output
    #expect(told.contains("6 files, "), "\(told)")
    #expect(told.contains("1 file, "), "\(told)")
    #expect(await world.run("cache", "clear").error.contains("Deleted 7 files"))
    #expect(session.session.access.caches.disk.usage().files == 0)
  }

  @Test func `a new cache limit takes effect at once for all kinds`() async throws {
    let world = try TestWorld(samples: true)
    let session = session(world, FakeTerminal(columns: 84, rows: 40))
    for (name, fixture) in [
      ("a.webp", "alpha.webp"), ("b.jpg", "turned-6.jpg"), ("d.jpg", "turned-5.jpg"),
    ] {
      try world.write(name, Data(try Fixture.bytes("photos/\(fixture)")))
    }
    _ = await type("list --grid --per-page 3; photo prepare a.webp", in: session)
    #expect(session.session.access.caches.disk.usage().files == 7)
    #expect(await type("set cache 1GB", in: session) == .done)
    #expect(session.session.access.caches.disk.usage().files == 7)
    #expect(await type("set cache off", in: session) == .done)
    func names() -> [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: world.paths.diskCache)) ?? []
    }
    #expect(names() == [])
    #expect(await type("list --grid --per-page 4; photo prepare b.jpg", in: session) == .done)
    #expect(names() == [])
    // This includes photos that add sends.
    let line = "add --name 'Oak mug' --price 1000 --stock 5 --image d.jpg --yes"
    #expect(await type("\(line) --description 'Turned from one piece.'", in: session) == .done)
    #expect(names() == [])
    try world.write("c.jpg", Data(try Fixture.bytes("photos/turned-3.jpg")))
    #expect(await type("set cache default; photo prepare c.jpg", in: session) == .done)
    #expect(names().count == 1)
  }
}
