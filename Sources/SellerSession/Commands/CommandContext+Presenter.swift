package import MarketRender
import Messages
import TerminalKit

extension CommandContext {
  /// Returns the presenter of the command's output.
  package func presenter(pictures: PictureSpace? = nil) -> Presenter {
    var viewport = Viewport(
      console.capabilities(of: .output), usesScreenReader: settings.usesScreenReader,
      theme: settings.theme,
      money: money, timeZone: environment.timeZone, now: environment.now())
    viewport.typedCommand = typedCommand.line
    viewport.catalog = environment.catalog
    viewport.pictures = pictures
    if viewport.hyperlinks { viewport.listingPages = market.listingPages }
    viewport.isMarketUnreachable = market.isUnreachable
    return Presenter(format: options.format, fields: options.fields, viewport: viewport)
  }
}
