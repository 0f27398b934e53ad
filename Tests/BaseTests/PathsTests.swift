import Testing

@testable import Base

@Suite(.timeLimit(.minutes(60))) struct PathsTests {
  @Test func `OPENMARKET_HOME holds everything`() {
    let paths = Paths(
      environment: ["OPENMARKET_HOME": "/m", "XDG_CONFIG_HOME": "/c"], home: "/home/a")
    #expect(paths.settings == "/m/config/settings.json")
    #expect(paths.history == "/m/state/history")
    #expect(paths.data == "/m/data" && paths.cache == "/m/cache")
  }

  @Test func `XDG folders count if they are absolute`() {
    let paths = Paths(
      environment: ["OPENMARKET_HOME": "", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "relative"],
      home: "/home/a")
    #expect(paths.markets == "/c/openmarket/markets.json")
    #expect(paths.notebook == "/home/a/.local/state/openmarket/notebook.sqlite")
    #expect(paths.data == "/home/a/.local/share/openmarket")
    #expect(paths.cache == "/home/a/.cache/openmarket")
  }
}
