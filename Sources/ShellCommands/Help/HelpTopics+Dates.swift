import CommandLanguage
import Messages

extension HelpTopics {
  static let dates = HelpTopic(
    "dates", summary: "Days, times and time zones",
    parts: [
      .table(
        "A day",
        [
          .init(term: "today  yesterday", "also 오늘, 어제"),
          .init(term: "7d", "seven days ago"),
          .init(term: "mon  monday", "the latest one up to today; also 월, 월요일"),
          .init("11/3", "month and day, the latest one up to today"),
          .init("2026-11-03", "also 2026/11/3 and '2026. 11. 3'"),
        ]),
      .table(
        "Filters",
        [
          .init(term: "--on mon", "listings created on this day"),
          .init(term: "--since 7d", "on this day or later"),
          .init("--until 11/3", "on this day or earlier"),
          .init("--sort oldest", "oldest first; newest first is usual"),
        ]),
      .paragraph(
        """
        Days begin and end at midnight in your time zone, which the variable TZ sets. A list \
        names the zone of its dates below it. A market without exact dates gives days in UTC and \
        no times.
        """),
      .paragraph("In JSON, CSV and TSV, dates are in UTC: 2026-11-03T14:05:00.000Z."),
    ],
    seeAlso: ["list", "money", "scripts"])
}
