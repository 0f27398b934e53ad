/// `edit --image`: why it takes `--replace`, and the replacing.
import CommandLanguage
import MarketRender
import MarketWire
import TerminalKit

extension EditCommand {
  /// Puts up a new listing in the place of one.
  static func anew(_ input: Input, in session: Session) async throws -> Output {
    guard input[replace] else {
      throw SellerError.picturesStay(replace: spec.line(of: input.setting(replace, to: true)))
    }
    guard input.mentions(images) else {
      throw SellerError.listing([.rule("--replace needs the new photos: --image", at: "--replace")])
    }
    let terms = session.terms(input)
    let found = try await session.targets(input, listings, needsDetails: true)
    guard found.products.count == 1 else {
      throw SellerError.listing([
        .rule("--replace fits one listing, and these are \(found.products.count)", at: "--replace")
      ])
    }
    let plan = try plans(input, of: found, in: session)[0]
    let warnings = warnings(in: [plan], session)
    let replacement = try await PictureReplacement(plan, input, in: session)
    // After all that a yes would not mend.
    if !terms.isAnswered, !terms.isDry, !session.canAsk {
      throw SellerError.cannotAsk(question: "replacing a listing", option: "--yes")
    }
    if terms.isDry { return try outline(replacement, warnings, terms, in: session) }
    let old = plan.before
    try await session.agree(
      session.question(
        "Replace \(old.id) \(UntrustedText(old.name).line) by a new listing, with a new id and date,",
        "at", leaving: found.leftAlone),
      count: 1, mustAsk: true, typesCount: found.isByFilter, warnings: warnings, on: terms)
    let client = try await session.sellingClient()
    return .change(
      try await session.activity.show("replacing \(old.name)") {
        // Even a lone one at the prompt: half of it would be two listings.
        try await session.finishing { try await replacement.run(client, in: session) }
      })
  }

  /// The new listing as it would be.
  private static func outline(
    _ replacement: PictureReplacement, _ warnings: [ChangeWarning], _ terms: WriteTerms,
    in session: Session
  ) throws -> Output {
    try session.refuseInDryRun(warnings, terms)
    let (plan, old) = (replacement.plan, replacement.plan.before)
    let row = ProductRow(plan.after, code: replacement.code ?? session.row(old).code)
    return .plan(
      Plan(
        "Nothing was sent. This would replace 1 listing at \(try session.place()) by a new one, with "
          + "a new id and date; \(old.id) goes when the new one is there.",
        steps: [
          Change(
            "would replace", row, differences: plan.differences(to: plan.after, session.money),
            notes: replacement.photos.map(\.summary))
        ],
        notes: session.notes(on: warnings, terms)))
  }
}
