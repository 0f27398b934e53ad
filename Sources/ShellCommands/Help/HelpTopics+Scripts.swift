import CommandLanguage
import Messages

extension HelpTopics {
  static let scripts = HelpTopic(
    "scripts", summary: "Commands in files, pipes and other programs",
    parts: [
      .table(
        "Run commands",
        [
          .init("market list --mine", "one command; quote as your shell needs it"),
          .init(term: "market -c 'mine; whoami'", "several commands in one argument"),
          .init(term: "market < autumn.market", "commands from standard input"),
          .init(term: "run autumn.market", "a file, which is checked before its first command"),
          .init("run FILE --dry-run", "what each line would do; nothing is sent"),
          .init("run FILE --resume", "continue a file that was interrupted; resume does the same"),
          .init("run FILE --keep-going", "continue after a command that failed"),
          .init("run FILE --yes", "answer the questions of all its commands with yes"),
        ]),
      .table(
        "In a line",
        [
          .init(term: "\"Oak $KIND\"", "a text with variables and escapes such as \\n"),
          .init(term: "'as it is'", "a text without them"),
          .init(term: "let KIND mug", "a variable; or run FILE --var KIND=mug"),
          .init("a; b", "two commands; a backslash at the end continues the line"),
          .init(term: "# note", "a comment"),
          .init("12 12..20 @MUG-01", "listings by id, range and your own code"),
          .init("@last @page", "the listing added last, and those of the list shown last"),
        ]),
      .paragraph(
        """
        Answers go to stdout, everything else to stderr. In a pipe, lists are complete, as \
        TSV without a header. --json, --format csv and --fields choose another form. Without a \
        terminal, market asks nothing: add --yes, or --allow for a warning.
        """),
      .paragraph(
        """
        The changes of a file are one batch. Each is written to a journal before it is sent, so a \
        lost connection or a closed window loses nothing and repeats nothing: resume continues, \
        undo takes the batch back. Where a market knows no idempotency keys, a change whose \
        answer was lost is looked up before it is sent again, up to 10 seconds later.
        """),
      .table(
        "Exit codes",
        [
          .init("0", "done"),
          .init("1", "the market refused it, or it failed"),
          .init("2", "wrong usage"),
          .init("3", "no such listing"),
          .init("4", "not signed in, or the listing of another shop"),
          .init("5", "the market cannot be reached"),
          .init("6", "partly done: some steps failed"),
          .init("7", "it is unknown whether the last change happened"),
          .init(
            "8", "the change was made, but its output could not be written or something not saved"),
          .init("130", "interrupted"),
        ]),
    ],
    seeAlso: ["run", "let", "history save"])
}
