import CommandLanguage
import Messages

extension HelpTopics {
  static let files = HelpTopic(
    "files", summary: "Files, folders and variables of the environment",
    parts: [
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
            "history",
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
          .init("TZ, LANG", "time zone; how amounts are written"),
          .init("SSL_CERT_FILE", "certificates to trust"),
          .init("OPENMARKET_SECRET", "the secret, for login"),
        ]),
    ],
    seeAlso: ["doctor", "set", "history"])
}
