import CommandLanguage
import Messages

extension HelpTopics {
  static let offline = HelpTopic(
    "offline", summary: "When a market cannot be reached",
    parts: [
      .paragraph(
        """
        Lists and listings of a market on the network are cached for a day when you view them at \
        a terminal. If the market does not respond, commands that only read show the cached \
        answer with its time. An error that the market answers is shown as it is.
        """),
      .paragraph(
        """
        Changes never use the cache. Pipes, JSON and other formats for programs, and commands in \
        a file get the error and exit code 5. A single command at a terminal shows the cached \
        answer, and exits with 5, too.
        """),
      .paragraph(
        """
        The prompt marks a market that is known to be unreachable with (offline). Reading from it \
        waits 3 seconds at most. A list of several pages is only shown if all of them are cached.
        """),
      .table(
        "Try again",
        [
          .init("refresh", "ask the market for the last list, with the usual time"),
          .init("--timeout 60", "wait up to 60 seconds, for one command"),
          .init("doctor", "check all markets and what else may be wrong"),
        ]),
      .table(
        "The cache",
        [
          .init("cache", "its folder and size; it holds lists, pictures and prepared photos"),
          .init("cache clear", "empty it"),
          .init("set cache 512MB", "limit it; what was not used for longest goes first"),
          .init("set cache off", "turn it off"),
        ]),
    ],
    seeAlso: ["cache", "set", "pictures"])
}
