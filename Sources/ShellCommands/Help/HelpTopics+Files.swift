import CommandLanguage
import Messages

extension HelpTopics {
  static let files = HelpTopic(
    "files", summary: "Spreadsheets, photos, folders and variables of the environment",
    parts: [
      .paragraph(
        """
        export writes your listings to a table, and import reads it: .csv, .tsv, .json, .jsonl, \
        .xlsx or .ods. Change the table in a spreadsheet program, look at what would happen, and do it.
        """),
      .table(
        "One example each",
        [
          .init(
            term: "export mugs.xlsx --photos photos", "your listings, and their photos in photos"),
          .init(term: "import mugs.xlsx --dry-run", "what import would do"),
        ]),
      .table(
        "Columns of import",
        [
          .init(
            "id, code", "which listing; an unknown code adds one, or is kept beside an id"),
          .init("name, price, stock, …", "as export names them; also 상품명, 가격, 재고, 설명, 통화"),
          .init("discount, sale_price", "one of both; a blank cell keeps the discount"),
          .init(
            "photo1 … photo5, photos",
            "photos of new listings, of all with --exchange-photos: files or URLs, several with ; or ,"
          ),
          .init(
            "option1 … option3",
            "what tells rows of one name apart, such as size: each becomes a listing, \"Mug – blue\""
          ),
          .init("action", "add, edit, remove or skip"),
        ]),
      .paragraph(
        """
        A blank cell changes nothing. import --map 판매가=price assigns another column, --ignore memo \
        skips one. With --photos DIR, photos are found by code or name: MUG-01_1.jpg, \
        MUG-01-2.jpg or a folder MUG-01. At a terminal, a form asks what unknown columns mean; \
        --choose opens it always. All problems are reported at once, with row and column, and nothing is sent.
        """),
      .paragraph(
        """
        Files of other programs, such as shopify or smartstore, are recognized by their columns; \
        layouts lists them. For a table of a supplier, --only-known skips all other columns, \
        --set currency=KRW is the value of a missing one, and --layout supplier saves these choices \
        for the next file. A row without id and code means the listing of its name, and a new code \
        the one without a code that has its name.
        """),
      .table(
        "Folders",
        [
          .init("~/.config/openmarket", "settings, known markets with their secrets, marketrc"),
          .init("~/.local/share/openmarket", "the home market"),
          .init("~/.local/state/openmarket", "your codes and the history"),
          .init("~/.cache/openmarket", "the cache, which may be deleted at any time"),
        ]),
      .paragraph(
        """
        All of them are private to you, and doctor lists them. XDG_CONFIG_HOME and its like move \
        one of them; OPENMARKET_HOME puts everything into one folder, such as ~/seller.
        """),
      .table(
        "Files",
        [
          .init("settings.json", "what set and profile save, for the prompt and for scripts"),
          .init("markets.json", "markets and accounts; logout deletes an account"),
          .init("marketrc", "commands that run when a prompt starts; --no-rc skips them"),
          .init(
            term: "\(formatted: "history")",
            "lines of all prompts, without secrets and lines that begin with a space"),
        ]),
      .table(
        "Paths in commands",
        [
          .init("~/photos/a.jpg", "~ is your home folder"),
          .init("photos/*.jpg", "a pattern; also ? and [a-z]; quotes turn it off"),
          .init("-", "standard input, for run, and for listings in edit, remove or show"),
        ]),
      .table(
        "Variables",
        [
          .init("OPENMARKET_PAGER", "the pager, before set pager, PAGER and less; empty for none"),
          .init(
            "VISUAL, EDITOR", "the editor for edit --editor, and for a line: Alt-E or Ctrl-X Ctrl-E"
          ),
          .init("NO_COLOR", "no color, unless --color or set color says otherwise"),
          .init("TZ, LANG", "time zone; language and how amounts are written"),
          .init("SSL_CERT_FILE", "certificates to trust"),
          .init("OPENMARKET_SECRET", "the secret, for login"),
        ]),
    ],
    seeAlso: ["doctor", "set", "history"])
}
