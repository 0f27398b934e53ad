import Messages
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct HelpTests {
  @Test func `the help of a command`() {
    #expect(
      Help(width: 60).lines(for: ListTestCommand.spec).map(\.text).joined(separator: "\n") == """
        usage: list [options]

        List what is for sale.

        Options
          -p, --page <N>        which page
          --format <table|grid|json>
                                the layout (default table)
          --mine                own listings only
          --grid                as cards
          --table               as a table
          --[no-]thumbs         draw pictures

        Examples
          list
          list --page 2 --mine

        Other names: ls, 목록
        """)
  }

  @Test func `a usage line names what is required`() {
    let usage = [AddTestCommand.spec, PhotoTestCommand.spec, EditTestCommand.spec]
      .map { HelpText.usage($0).english }
    #expect(
      usage == [
        "add --name <text> --price <amount> --description <text> --image <file> … [options]",
        "photo <listing> [<number>]", "edit [<listing> …] [options]",
      ])
  }

  @Test func `the choices of a value are wrapped after their bars`() {
    let layout = HelpLayout(width: 24) { $0.count }
    let lines = layout.rows([("--allow <code|discount|zero|stock>", "what is meant")], .parameter)
    #expect(
      lines.map(\.text) == [
        "  --allow <code|", "      discount|zero|", "      stock>", "                what is meant",
      ])
  }

  @Test func `help lines have roles`() {
    let lines = Help(width: 40).lines(for: AddTestCommand.spec)
    #expect(lines[0].spans.map(\.role) == [.heading, .usage])
    #expect(
      lines.filter { $0.spans.first?.role == .heading }.map(\.text).dropFirst() == [
        "Options", "Examples",
      ])
    let roles = Set(lines.flatMap(\.spans).map(\.role))
    #expect(roles == [.heading, .usage, .text, .parameter, .description, .space, .example])
    #expect(lines.contains { $0.text.contains("--no-prepare") })
  }

  @Test func `the overview lists commands by group`() {
    let lines = Help(width: 80).overview(of: testParser.commands, process: [Everywhere.json])
    #expect(
      lines.map(\.text).joined(separator: "\n") == """
        Browse
          list   List what is for sale
          show   Show one listing in full
          photo  Show a photo

        Sell
          add         Put something up for sale
          edit        Change listings
          photo save  Save photos

        Markets
          account add  Make an account

        Global options
          --json  answer in JSON
        """)
  }

  @Test func `the page of a topic`() {
    #expect(
      Help(width: 44).lines(for: testTopic).map(\.text).joined(separator: "\n") == """
        Sizes of mugs

        A mug is measured at the rim, without its
        handle.

        Options
          --small        up to 8 cm
          --width *_<N>  another width

        See also: help list, help show
        """)
  }

  @Test func `a command is written in Markdown`() {
    #expect(
      HelpMarkdown().sections(of: [PhotoTestCommand.spec]) == """
        ## `photo`

        Show a photo.

        ```
        photo <listing> [<number>]
        ```

        ### Arguments

        |  |  |
        | --- | --- |
        | `<listing>` | which one |
        | `<number>` | which photo |

        ### Examples

        ```
        photo 12 2
        ```

        """)
  }

  @Test func `a topic is written in Markdown`() {
    #expect(
      HelpMarkdown().section(of: testTopic) == """
        ## `sizes`

        Sizes of mugs.

        A mug is measured at the rim, without its handle.

        ### Options

        |  |  |
        | --- | --- |
        | `--small` | up to 8 cm |
        | `--width *_<N>` | another width |

        See also: `help list`, `help show`

        """)
  }

  @Test func `the reference begins with a table of all commands`() {
    let reference = HelpMarkdown().reference(
      commands: [ShowTestCommand.spec, ListTestCommand.spec], process: [Everywhere.json],
      topics: [testTopic])
    #expect(
      reference.hasPrefix(
        """
        # Commands

        | command | what it does |
        | --- | --- |
        | `show <listing>`, `view`, `보기` | Show one listing in full |
        | `list`, `ls`, `목록` | List what is for sale |

        ## Global options

        |  |  |
        | --- | --- |
        | `--json` | answer in JSON |

        ## `show`

        """))
    #expect(reference.contains("`--format <table\\|grid\\|json>`"))
    #expect(reference.contains("\n# Topics\n\n## `sizes`\n"))
  }

  @Test func `Markdown shows what it would take as a mark or as HTML`() {
    let spec = CommandSpec(
      "find", group: .look, summary: "Find a_b* <word> | [x]", examples: ["find a"])
    #expect(HelpMarkdown().sections(of: [spec]).contains("\nFind a\\_b\\* \\<word> \\| \\[x].\n"))
  }

  @Test func `every text of help is a message`() {
    let help = Help(catalog: .bracketing)
    let lines =
      help.lines(for: ListTestCommand.spec)
      + help.overview(of: testParser.commands, topics: [testTopic], process: Everywhere.all)
      + help.lines(for: testTopic)
    for span in lines.flatMap(\.spans) {
      switch span.role {
      case .text, .heading, .description: #expect(span.text.contains("⟦"), "\(span.text)")
      case .space, .usage, .command, .parameter, .example: break
      }
    }
    #expect(
      help.lines(for: ShowTestCommand.spec)[0].text
        == "⟦usage:⟧ show⟦ ⟧⟦<⟧⟦listing⟧⟦>⟧⟦ [options]⟧")
  }

  @Test func `help is shown in the language of its catalog`() {
    let help = Help(catalog: DisplayLanguage.catalog(of: "ko"))
    #expect(
      help.lines(for: SaveTestCommand.spec).map(\.text) == [
        "사용법: photo save <상품> …", "", "Save photos.", "", "인수", "  <상품>  which ones", "", "예시",
        "  photo save 12",
      ])
  }
}

private let testTopic = HelpTopic(
  "sizes", summary: "Sizes of mugs",
  parts: [
    .paragraph("A mug is measured at the rim, without its handle."),
    .table("Options", [.init("--small", "up to 8 cm"), .init("--width *_<N>", "another width")]),
  ], seeAlso: ["list", "show"])
