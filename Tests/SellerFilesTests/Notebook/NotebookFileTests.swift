import Foundation
import MarketTestSupport
import SQLite
import SellerFiles
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct NotebookFileTests {
  static let shop = Notebook.Account(market: "http://market.local", shop: "shop")

  @Test func `nothing is created before the first write`() throws {
    let folder = try TemporaryFolder()
    let notebook = Notebook(path: folder.notebook)
    #expect(try notebook.listing(of: "MUG", for: Self.shop) == nil)
    #expect(try notebook.codes(for: Self.shop) == [])
    try notebook.removeCode(of: 1, for: Self.shop)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `the folders and the file are private`() throws {
    let folder = try TemporaryFolder()
    try Notebook(path: folder.notebook).assign("MUG", to: 1, for: Self.shop)
    #expect(try folder.mode(of: "state") == 0o700)
    #expect(try folder.mode(of: "state/openmarket") == 0o700)
    #expect(try folder.mode(of: "state/openmarket/notebook.sqlite") == 0o600)
  }

  @Test func `another connection sees a change at once`() throws {
    let folder = try TemporaryFolder()
    let first = Notebook(path: folder.notebook)
    let second = Notebook(path: folder.notebook)
    try first.assign("MUG", to: 1, for: Self.shop)
    #expect(try second.listing(of: "MUG", for: Self.shop) == 1)
    #expect(throws: NotebookError.codeTaken(code: "MUG", listing: 1)) {
      try second.assign("MUG", to: 2, for: Self.shop)
    }
    try second.removeCode(of: 1, for: Self.shop)
    #expect(try first.codes(for: Self.shop) == [])
  }

  @Test func `of eight concurrent assignments of one code, one succeeds`() throws {
    let folder = try TemporaryFolder()
    let path = folder.notebook
    let outcomes = Mutex<[String]>([])
    onThreads(8) { number in
      do {
        try Notebook(path: path).assign("MUG", to: number + 1, for: Self.shop)
        outcomes.withLock { $0.append("won") }
      } catch NotebookError.codeTaken {
        outcomes.withLock { $0.append("taken") }
      } catch {
        outcomes.withLock { $0.append("\(error)") }
      }
    }
    #expect(outcomes.withLock { $0.sorted() } == Array(repeating: "taken", count: 7) + ["won"])
  }

  @Test func `a file that is not a notebook is not changed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/notebook.sqlite"
    let text = Data(String(repeating: "my shopping list\n", count: 500).utf8)
    try text.write(to: URL(filePath: path))
    let notebook = Notebook(path: path)
    #expect(throws: NotebookError.damaged(path: path)) { try notebook.codes(for: Self.shop) }
    #expect(throws: NotebookError.damaged(path: path)) {
      try notebook.assign("MUG", to: 1, for: Self.shop)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
  }

  @Test func `another program's database is not changed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/notebook.sqlite"
    try Connection(.file(path)).execute("CREATE TABLE theirs (v)")
    #expect(throws: NotebookError.damaged(path: path)) {
      try Notebook(path: path).assign("MUG", to: 1, for: Self.shop)
    }
  }

  @Test func `a newer notebook throws an error with both versions`() throws {
    let folder = try TemporaryFolder()
    let path = folder.notebook
    try Notebook(path: path).assign("MUG", to: 1, for: Self.shop)
    try Connection(.file(path)).setUserVersion(99)
    let error = #expect(throws: NotebookError.self) {
      try Notebook(path: path).codes(for: Self.shop)
    }
    guard case .newer(path, found: 99, known: _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a notebook deleted while in use causes one error and is then recreated`() throws {
    let folder = try TemporaryFolder()
    let notebook = Notebook(path: folder.notebook)
    try notebook.assign("MUG", to: 1, for: Self.shop)
    try FileManager.default.removeItem(atPath: folder.path + "/state")
    #expect(throws: NotebookError.removed(path: folder.notebook)) {
      try notebook.assign("CUP", to: 2, for: Self.shop)
    }
    try notebook.assign("CUP", to: 2, for: Self.shop)
    #expect(try notebook.codes(for: Self.shop).map(\.code) == ["CUP"])
  }

  @Test func `a notebook that has lost its codes is refused, not taken for a new one`() throws {
    let folder = try TemporaryFolder()
    let path = folder.notebook
    try Notebook(path: path).assign("MUG", to: 1, for: Self.shop)
    for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    try Data().write(to: URL(filePath: path))
    let mark = (path as NSString).deletingPathExtension + ".mark"
    #expect(throws: NotebookError.lostWrites(path: path, mark: mark)) {
      try Notebook(path: path).codes(for: Self.shop)
    }
    try FileManager.default.removeItem(atPath: mark)
    #expect(try Notebook(path: path).codes(for: Self.shop) == [])
  }

  @Test func `a folder that cannot be created is an error with its path`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.path + "/state"))
    let notebook = Notebook(path: folder.notebook)
    #expect(throws: NotebookError.cannotOpen(path: folder.notebook)) {
      try notebook.assign("MUG", to: 1, for: Self.shop)
    }
  }

  @Test func `a folder in place of the file is an error with its path`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: NotebookError.cannotOpen(path: folder.path)) {
      try Notebook(path: folder.path).codes(for: Self.shop)
    }
  }
}
