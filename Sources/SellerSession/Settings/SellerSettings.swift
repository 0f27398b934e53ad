package import CommandLanguage
import Foundation
package import LocalFiles
package import MarketRender
import MarketWire
import Synchronization
package import TerminalKit
package import TerminalPictures

/// The settings of the seller, and what the terminal said about itself.
///
/// The file is read once, when a setting is first needed, and again before it is written.
package final class SellerSettings: Sendable {
  private struct State {
    var settings: Settings?
    /// Whether the damage of the file was reported.
    var isDamageReported = false
    var money: MoneyText?
    /// The background color that the terminal reported.
    var background: RGBColor?
    /// What the terminal said about pictures; nil before it was asked.
    var pictureAnswers: PictureAnswers?
  }

  package let environment: Environment
  /// For messages that belong to no command.
  private let console: Console
  private let state = Mutex(State())

  package init(environment: Environment, console: Console) {
    self.environment = environment
    self.console = console
  }

  /// The settings of the file.
  package func settings() throws(FileError) -> Settings {
    if let known = state.withLock({ $0.settings }) { return known }
    let settings = try Settings(readingFrom: environment.paths.settings)
    state.withLock { $0.settings = settings }
    return settings
  }

  /// Changes the file, after reading it again so that changes of other shells stay.
  package func change(_ change: @Sendable (inout Settings) -> Void) throws(FileError) {
    let path = environment.paths.settings
    let settings = try PrivateFile(path: path).withLock { () throws(FileError) in
      var settings = try Settings(readingFrom: path)
      change(&settings)
      try settings.write(to: path)
      return settings
    }
    state.withLock { state in
      state.settings = settings
      state.money = nil
    }
  }

  /// The settings for how things look. A damaged file is reported once, and the defaults apply.
  package var preferences: Settings {
    if state.withLock({ $0.isDamageReported }) { return Settings() }
    do throws(FileError) {
      return try settings()
    } catch {
      state.withLock { $0.isDamageReported = true }
      console.report("\(error.text). Until then everything looks as usual.")
      return Settings()
    }
  }

  /// The formatter of money: `set locale`, else the locale of the environment.
  package var money: MoneyText {
    let chosen = preferences.locale
    return state.withLock { state in
      if let known = state.money { return known }
      let locale =
        chosen.map { Locale(identifier: $0) } ?? EnvironmentLocale.locale(environment.variables)
      let money = MoneyText(locale: locale)
      state.money = money
      return money
    }
  }

  /// Whether output is for a screen reader: `set spoken`, else `ACCESSIBLE`.
  package var usesScreenReader: Bool {
    if let usesScreenReader = preferences.usesScreenReader { return usesScreenReader }
    let variable = environment.variables["ACCESSIBLE"] ?? ""
    return !variable.isEmpty && variable != "0"
  }

  /// The colors for the background: `set theme`, else what the terminal reported, else
  /// `COLORFGBG`, else dark.
  package var theme: Theme {
    switch preferences.theme {
    case .light: return .light
    case .dark: return .dark
    case .auto:
      let isLight = background?.isLight
      return isLight ?? Self.isLight(environment.variables["COLORFGBG"] ?? "") ? .light : .dark
    }
  }

  /// `15;0` and `0;default;15`: the last number is the palette color of the background.
  private static func isLight(_ text: String) -> Bool {
    guard let number = text.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return number == 7 || (9...15).contains(number)
  }

  /// When color is used: the option, else `set color`, else as the environment says.
  package func color(_ option: ColorChoice) -> ColorChoice {
    guard option == .auto else { return option }
    return preferences[.color].flatMap { ColorChoice(rawValue: $0) } ?? .auto
  }

  package var background: RGBColor? {
    get { state.withLock { $0.background } }
    set { state.withLock { $0.background = newValue } }
  }

  package var pictureAnswers: PictureAnswers? {
    get { state.withLock { $0.pictureAnswers } }
    set { state.withLock { $0.pictureAnswers = newValue } }
  }

  /// The circumstances in which values of a command are read now.
  package var readingContext: ReadingContext {
    ReadingContext(now: environment.now().date, timeZone: environment.timeZone)
  }
}
