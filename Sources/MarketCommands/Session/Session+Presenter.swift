/// How a session writes its answers.
import MarketRender
import TerminalKit

extension Session {
  /// How answers are written with these options.
  func presenter(
    _ options: ProcessOptions, _ out: Capabilities, pictures: PictureSpace? = nil
  ) -> Presenter {
    var viewport = Viewport(
      out, isSpoken: isSpoken, theme: theme, money: money, timeZone: environment.timeZone,
      now: environment.now())
    viewport.pictures = pictures
    viewport.isMarketAway = isAway
    return Presenter(format: options.format, fields: options.fields, viewport: viewport)
  }
}
