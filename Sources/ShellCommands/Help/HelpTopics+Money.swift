import CommandLanguage
import Messages

extension HelpTopics {
  static let money = HelpTopic(
    "money", summary: "Prices, discounts and currencies",
    parts: [
      .table(
        "An amount",
        [
          .init("12000  12,000", "in your usual currency: profile currency KRW"),
          .init("₩12,000  12000원", "with a sign; outside the prompt quote '$12.50'"),
          .init("12.50 USD", "with a code, before or after the amount"),
          .init("1만2천원  만이천원", "Korean units and numerals"),
        ]),
      .paragraph(
        """
        An amount that can be read in two ways, such as 12.000, is an error, and so is a fraction \
        that the currency does not have. ¥ means JPY.
        """),
      .table(
        "Change a price",
        [
          .init("--price 11000", "a new price"),
          .init("--price +10%", "10% more; -500 is 500 less"),
          .init("--discount 10%", "what comes off the price; also an amount, 0 for none"),
          .init("--sale-price 9900", "what buyers pay, instead of the discount"),
          .init("--round 100", "round calculated amounts to hundreds"),
          .init("--new-currency USD", "another currency for the price"),
        ]),
      .paragraph(
        """
        A new price changes the discount in proportion; --discount and --sale-price set it. In a \
        change of several listings, amounts apply to those in their currency, percentages to all.
        """),
      .paragraph(
        """
        A probable slip is asked about, even with --yes: a price changed by more than a factor of \
        3, a price of 0, more than 90% off, another or an unusual currency, an amount that no coin \
        pays. Without a terminal, add --allow with the names in the error.
        """),
      .table(
        "In lists",
        [
          .init("--max-price '$30'", "listings in the currency of the amount, or yours"),
          .init("--currency USD", "listings in one currency"),
          .init("--json", "plain numbers; so do CSV and TSV, with the currency beside them"),
          .init("set locale ko_KR", "how amounts are shown; auto takes LC_ALL, LC_MONETARY, LANG"),
        ]),
    ],
    seeAlso: ["edit", "profile", "dates"])
}
