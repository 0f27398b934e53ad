import CommandLanguage
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import ScreenPictures
import SellerFiles
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

// Several windows that wait at the same time would slow each other down.
@Suite(.serialized, .timeLimit(.minutes(60))) struct FormTests {
  @Test func `add asks for what is missing, shows the listing and the command`() async throws {
    let world = try TestWorld()
    let window = TestWindow(world)
    let code = await window.run("add --name \"Oak mug\" --image a.jpg") { window in
      await window.wait(for: "▸ price")
      window.terminal.type("12000\r\rTurned from one piece.\r")
      await window.wait(for: "1 a.jpg  24×16")
      window.terminal.type("\r5\r10%\rMUG-01\r")
      await window.wait(for: "Add Oak mug at home as Mugs & more?")
      await window.wait(for: "₩10,800")
      window.terminal.type("\r")
    }
    #expect(code == .done, "\(window.terminal.error)")
    let command =
      "add --name \"Oak mug\" --price 12000 --description \"Turned from one piece.\" "
      + "--image a.jpg --stock 5 --discount 10% --code MUG-01"
    #expect(window.terminal.error.contains("As a command: \(command)\n"))
    #expect(window.rest.contains("Oak mug"))
    let shown = await world.run("show", "@MUG-01", "--fields", "name,price,discount,stock")
    #expect(shown.output == "Oak mug\t12000\t1200\t5\n")
    #expect(await world.run("drafts").error.contains("No drafts"))
    #expect(window.shell.session.core.memory.performed.ran == command)
  }

  @Test func `a currency that is written with an amount is that of the listing`() async throws {
    let world = try TestWorld()
    let window = TestWindow(world)
    let code = await window.run("add --name \"Oak mug\" --image a.jpg") { window in
      await window.wait(for: "▸ price")
      window.terminal.type("$48.50")
      await window.wait(for: "currency     USD")
      await window.wait(for: "0 shows as sold out")
      window.terminal.type("\r\rTurned from one piece.\r\r\r₩500")
      await window.wait(for: "is not in USD")
      window.terminal.type("\u{15}$5\u{13}")
      await window.wait(for: "$43.50")
      await window.wait(for: "stock  sold out")
      window.terminal.type("\r")
    }
    #expect(code == .done, "\(window.terminal.error)")
    let product = try await world.listing(1)
    #expect(product.currency == .usd && product.price?.amount == 48.5)
  }

  @Test func `the form of a change shows the currency, which can be changed`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "$18")
    let window = TestWindow(world)
    let code = await window.run("edit \(id)") { window in
      await window.wait(for: "$18.00")
      await window.wait(for: "1 photo")
      window.terminal.type("\u{1B}[B\u{15}19.5\r")
      await window.wait(for: "‹ USD ›")
      window.terminal.type("\u{1B}[A\u{15}₩20000")
      await window.wait(for: "currency     KRW")
      window.terminal.type("\u{13}")
      await window.wait(for: "USD becomes KRW")
      window.terminal.type("y")
    }
    #expect(code == .done, "\(window.terminal.error)")
    let product = try await world.listing(id)
    #expect(product.currency == .krw && product.price?.amount == 20000)
    _ = await window.run("edit \(id)") { window in
      await window.wait(for: "₩20,000")
      window.terminal.type("\u{1B}[B\u{1B}[Bu")
      await window.wait(for: "‹ USD ›")
      await window.wait(for: "price        20000")
      window.terminal.type("\u{3}")
    }
  }

  @Test func `several listings without a change are offered to the editor`() async throws {
    let world = try TestWorld()
    try await world.add("Oak mug", "--code", "PEN-1")
    let window = TestWindow(world)
    #expect(await window.run("edit @PEN-*") == .usage)
    #expect(window.terminal.error.contains("edit needs a change such as --price or --stock"))
    #expect(window.terminal.error.contains("edit @PEN-* --editor"), "\(window.terminal.error)")
  }

  @Test func `Esc keeps a draft, which add continues`() async throws {
    let world = try TestWorld()
    let window = TestWindow(world)
    _ = await window.run("add") { window in
      await window.wait(for: "▸ name")
      window.terminal.type("Oak mug\r12000\r\u{1B}")
    }
    #expect((window.rest + window.terminal.error).contains("add --draft oak-mug"))
    let drafts = await world.run("drafts")
    #expect(drafts.output.contains("oak-mug\tOak mug\t12000\t0"), "\(drafts)")
    let code = await window.run("add --draft oak-mug") { window in
      await window.wait(for: "▸ description")
      window.terminal.type("Turned from one piece.\ra.jpg\r")
      await window.wait(for: "1 a.jpg  24×16")
      window.terminal.type("\u{13}")
      await window.wait(for: "Add Oak mug at home")
      window.terminal.type("\r")
    }
    #expect(code == .done, "\(window.terminal.error)")
    let said = window.rest + window.terminal.error
    #expect(said.contains("sold out, because its stock is 0") && !said.contains("--stock"))
    #expect(await world.run("mine").output.contains("Oak mug"))
    #expect(await world.run("drafts").error.contains("No drafts"))
    #expect(await window.run("add --draft oak-mug") == .notFound)
  }

  @Test func `a form that is left untouched keeps no draft`() async throws {
    let world = try TestWorld()
    let window = TestWindow(world)
    for key in ["\u{1B}", "\u{3}"] {
      let code = await window.run("add --name Oak") { window in
        await window.wait(for: "▸ price")
        window.terminal.type(key)
      }
      #expect(code == .done && window.rest.contains("Nothing was added."))
    }
    #expect(await world.run("drafts").error.contains("No drafts"))
  }

  @Test func `a listing that could not be sent stays as a draft`() async throws {
    let world = try TestWorld()
    let window = TestWindow(world)
    let line = "add --name \"Oak mug\" --price 12000 --image a.jpg --stock 1"
    let code = await window.run(line) { window in
      await window.wait(for: "▸ description")
      window.terminal.type("Turned from one piece.\u{13}")
      await window.wait(for: "Add Oak mug at home")
      world.spy.fail()
      window.terminal.type("\r")
    }
    #expect(code != .done)
    #expect(window.terminal.error.contains("kept as a draft: add --draft oak-mug"))
    world.spy.intercept(nil)
    #expect(await world.run("drafts").output.contains("oak-mug"))
  }

  @Test func `the rules of add hold in its form`() async throws {
    let world = try TestWorld()
    let window = TestWindow(world)
    _ = await window.run("add") { window in
      await window.wait(for: "▸ name")
      window.terminal.type("Oa")
      await window.wait(for: "name 2/100: at least 3")
      window.terminal.type("k mug\r12.5")
      await window.wait(for: "whole KRW")
      window.terminal.type("\u{7F}\u{7F}000")
      await window.wait(for: "12000")
      window.terminal.type("\r\rTurned from one piece.\rgone.jpg\r")
      await window.wait(for: "there is no such file")
      window.terminal.type("\u{15}\t\t\r\r")
      await window.wait(for: "1 a.jpg")
      window.terminal.type("\r\r20000")
      await window.wait(for: "is more than the price")
      window.terminal.type("\u{15}95%\u{13}")
      await window.wait(for: "Please check:")
      window.terminal.type("\ry")
    }
    #expect(window.terminal.error.contains("--allow discount"), "\(window.terminal.error)")
    #expect(await world.run("mine").output.contains("Oak mug"))
  }

  @Test func `edit changes only what was changed in its form`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", "--discount", "1000")
    let window = TestWindow(world)
    let code = await window.run("edit \(id)") { window in
      await window.wait(for: "▸ name")
      await window.wait(for: "Turned from one piece.")
      window.terminal.type("\u{13}")
      await window.wait(for: "Nothing to change")
      window.terminal.type(" & saucer\u{1B}[B")
      await window.wait(for: "▸ price")
      window.terminal.type("\u{15}11000\u{13}")
      await window.wait(for: "Change \(id) Oak mug at home")
      await window.wait(for: "price ₩12,000 → ₩11,000")
      window.terminal.type("\r")
    }
    #expect(code == .done, "\(window.terminal.error)")
    #expect(
      window.terminal.error.contains(
        "As a command: edit \(id) --name \"Oak mug & saucer\" --price 11000\n"))
    let product = try await world.listing(id)
    #expect(product.name == "Oak mug & saucer" && product.price?.amount == 11000)
    #expect(product.stock == 5)
  }

  @Test func `the form of a change takes new photos, and shows them first`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", price: "12000")
    let before = try await world.listing(id)
    let window = TestWindow(world)
    let code = await window.run("edit \(id)") { window in
      await window.wait(for: "photos now   1 photo")
      // Name, price, currency, description, stock, discount.
      window.terminal.type("\r\r\r\r\r\r\r")
      await window.wait(for: "▸ photos 0/5")
      window.terminal.type("b.jpg\r")
      await window.wait(for: "1 b.jpg  24×16")
      window.terminal.type("\u{13}")
      await window.wait(for: "photos 1 → 1, 1 new")
      window.terminal.type("\r")
    }
    #expect(code == .done, "\(window.terminal.error)")
    #expect(window.terminal.error.contains("As a command: edit \(id) --image b.jpg\n"))
    let after = try await world.listing(id)
    #expect(after.pictures?.count == 1 && after.pictures?[0].url != before.pictures?[0].url)
  }

  @Test func `a draft of a change is not continued as a new listing, or for another one`()
    async throws
  {
    let world = try TestWorld()
    let ids = [try await world.add("Oak mug"), try await world.add("Ash mug")]
    let window = TestWindow(world)
    _ = await window.run("edit \(ids[0])") { window in
      await window.wait(for: "▸ name")
      window.terminal.type("s\u{1B}")
    }
    let draft = "edit-\(ids[0])"
    for line in ["add --draft \(draft)", "edit \(ids[1]) --draft \(draft)"] {
      let other = TestWindow(world)
      let code = await other.run(line) { _ in }
      #expect(code != .done, "\(line)")
      let said = other.terminal.error
      #expect(said.contains("is the draft of a change of \(ids[0])"), "\(line): \(said)")
    }
    #expect(await world.run("drafts", "--format", "tsv").output.contains(draft))
  }

  @Test func `Esc keeps the changes as a draft, which edit continues`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug", "--discount", "1000")
    let window = TestWindow(world)
    let code = await window.run("edit \(id)") { window in
      await window.wait(for: "▸ name")
      window.terminal.type("s\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B\u{1B}[B")
      await window.wait(for: "▸ discount")
      window.terminal.type("\u{15}\u{1B}")
    }
    let said = window.rest + window.terminal.error
    #expect(code == .done && said.contains("Kept as a draft.") && said.contains("edit \(id)"))
    let drafts = await world.run("drafts", "--fields", "draft,name,listing")
    #expect(drafts.output == "edit-\(id)\tOak mugs\t\(id)\n")
    // What another command changes meanwhile stays.
    _ = await world.run("edit", "\(id)", "--stock", "9")
    _ = await window.run("edit --draft edit-\(id)") { window in
      await window.wait(for: "Draft: Change")
      await window.wait(for: "Oak mugs")
      window.terminal.type("\u{13}")
      await window.wait(for: "As buyers will see it")
      window.terminal.type("\r")
    }
    #expect(
      window.terminal.error.contains("edit \(id) --name \"Oak mugs\" --discount 0\n"),
      "\(window.terminal.error)")
    let product = try await world.listing(id)
    #expect(product.name == "Oak mugs" && product.stock == 9)
    #expect(await world.run("drafts").error.contains("No drafts"))
  }

  @Test func `keys that are typed ahead of a form act in it, as they do later`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let window = TestWindow(world)
    let code = await window.run("browse --mine") { window in
      await window.wait(for: "Oak mug")
      window.terminal.type("e\t\t\t\t\u{15}70\u{7F}")
      await window.wait(for: "▸ stock        7")
      window.terminal.type("\u{13}")
      await window.wait(for: "As buyers will see it")
      window.terminal.type("\r")
      await window.wait(for: "Changed \(id)")
      window.terminal.type("q")
    }
    #expect(code == .done)
    #expect(try await world.listing(id).stock == 7)
  }

  @Test func `changes that are taken back keep no draft`() async throws {
    let world = try TestWorld()
    let id = try await world.add("Oak mug")
    let window = TestWindow(world)
    for keys in ["s\u{1B}", "\u{7F}\u{1B}"] {
      _ = await window.run("edit \(id)") { window in
        await window.wait(for: "▸ name")
        window.terminal.type(keys)
      }
    }
    #expect(window.rest.contains("Nothing was changed."))
    #expect(await world.run("drafts").error.contains("No drafts"))
  }

  @Test(arguments: ["edit", "edit 1..9", "edit --search mug", "show", "add --name Oak --price x"])
  func `other commands with something missing or wrong stay errors`(_ line: String) async throws {
    let window = TestWindow(try TestWorld())
    #expect(await window.run(line) != .done)
    #expect(!window.terminal.output.contains("\u{1B}[?1049h"))
  }

  @Test(arguments: [["ACCESSIBLE": "1"], ["TERM": "dumb"]])
  func `in spoken mode and without escape sequences each field is a question`(
    _ variables: [String: String]
  ) async throws {
    let world = try TestWorld()
    let input = [
      "Oa", "Oak mug", "12000", "", "Turned from one piece.", "gone.jpg", "a.jpg", "", "", "", "y",
    ]
    let terminal = FakeTerminal(input: input)
    let result = await world.run(["add"], on: terminal, variables: variables)
    #expect(result.exitCode == 0, "\(terminal.screen)")
    #expect(terminal.screen.contains("at least 3") && terminal.screen.contains("no such file"))
    #expect(terminal.prompts.first?.hasPrefix("name (3 to 100 characters): ") == true)
    #expect(terminal.prompts.last?.contains("Add Oak mug at home") == true)
    #expect(await world.run("mine").output.contains("Oak mug"))
    let left = FakeTerminal(input: ["Elm mug"])
    _ = await world.run(["add"], on: left, variables: variables)
    #expect(await world.run("drafts").output.contains("elm-mug"))
  }

  @Test func `Ctrl-C in spoken mode keeps a draft of what was typed`() async throws {
    let world = try TestWorld()
    for input in [[], ["Oak mug"]] {
      let isKept = !input.isEmpty
      let terminal = FakeTerminal(
        size: TerminalSize(columns: 80, rows: 24), interactive: Set(TerminalStream.allCases),
        input: input, isInputOpen: true)
      async let running = world.run(["add"], on: terminal, variables: ["ACCESSIBLE": "1"])
      await waitUntil("the next question is asked") { terminal.prompts.count > input.count }
      world.interrupt()
      let result = await running
      #expect(result.exitCode == 130, "\(terminal.screen)")
      #expect(result.error.contains("add --draft oak-mug") == isKept, "\(terminal.screen)")
      #expect(await world.run("drafts").output.contains("oak-mug") == isKept)
    }
  }

  @Test func `without questions, what is missing is an error`() async throws {
    let world = try TestWorld()
    let terminal = FakeTerminal()
    let variables = ["TERM": "xterm-256color"]
    let result = await world.run(["add", "--no-input"], on: terminal, variables: variables)
    #expect(result.exitCode == 2 && result.error.contains("add needs"))
    #expect(!result.output.contains("\u{1B}[?1049h"))
  }
}
