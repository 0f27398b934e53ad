import CommandLanguage
import Foundation
import MarketTestSupport
import Testing

@testable import MarketShell
@testable import SellerSession

@Suite(.timeLimit(.minutes(60))) struct CommandNameTests {
  private static let parser = Parser(commands: CommandRegistry.specs, process: ProcessOptions.all)

  @Test(arguments: [
    ("ls", "list"), ("view", "show"), ("get", "show"), ("new", "add"), ("update", "edit"),
    ("rm", "remove"), ("delete", "remove"), ("exit", "quit"), ("apply", "run"), ("목록", "list"),
    ("보기", "show"), ("검색", "search"), ("등록", "add"), ("수정", "edit"), ("삭제", "remove"),
    ("도움말", "help"), ("종료", "quit"),
  ])
  func `aliases and Korean names work`(_ name: String, _ main: String) {
    #expect(Self.parser.command(named: name)?.name == main)
  }

  @Test(arguments: [
    ("ㅣㅑㄴㅅ", "list"), ("ㅁㅇㅇ", "add"), ("ㄷ얏", "edit"), ("ㄱ드ㅐㅍㄷ", "remove"), ("ㄴㅗㅐㅈ", "show"),
    ("ㅂㅕㅑㅅ", "quit"), ("ㅗ디ㅔ", "help"), ("ㅡㅑㅜㄷ", "mine"), ("ahrfhr", "list"), ("LIST", "list"),
  ])
  func `a name typed with the other keyboard layout works`(_ name: String, _ main: String) {
    #expect(Self.parser.command(named: name)?.name == main)
  }

  @Test(arguments: [
    ("lsit", "list"), ("eidt", "edit"), ("remvoe", "remove"), ("목룍", "목록"), ("ahrfgr", "목록"),
  ])
  func `an error suggests the command that was probably meant`(_ name: String, _ meant: String)
    async throws
  {
    let world = try TestWorld()
    #expect(await world.run(name).ends(with: 2, saying: "did you mean \(meant)?"))
  }
}
