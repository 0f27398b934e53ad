import Base
package import CommandLanguage
package import Formatting
import Foundation
package import MarketRender
import MarketWire
import Messages
package import ScreenPictures
package import SellerFiles
import Synchronization
package import TerminalKit

/// The settings of the seller, and the properties that the terminal reported.
///
/// The file is read once, when a setting is first needed, and again before it is written.
package final class SellerSettings: Sendable {
  private struct State {
    var settings: Settings?
    /// Whether damage to the file was reported.
    var isDamageReported = false
    var money: MoneyText?
    /// The background color that the terminal reported.
    var background: RGBColor?
    /// The terminal's answers about pictures; nil before it was queried.
    var pictureReplies: PictureReplies?
  }

  package let environment: Environment
  /// The console for messages that belong to no command.
  private let console: Console
  private let state = Mutex(State())

  package init(environment: Environment, console: Console) {
    self.environment = environment
    self.console = console
  }

  /// The settings in the file.
  package func settings() throws(FileError) -> Settings {
    if let known = state.withLock({ $0.settings }) { return known }
    let settings = try Settings(readingFrom: environment.paths.settings)
    state.withLock { $0.settings = settings }
    return settings
  }

  /// Uses the language of `set language` for all texts. A damaged file is reported where a setting is
  /// needed.
  package func applyLanguage() {
    environment.language.choose((try? settings())?.language)
  }

  /// Changes the file, after rereading it to preserve the changes of other shells.
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

  /// The settings of the appearance. A damaged file is reported once, and the defaults apply.
  package var preferences: Settings {
    if state.withLock({ $0.isDamageReported }) { return Settings() }
    do throws(FileError) {
      return try settings()
    } catch {
      // Several threads may need settings at once.
      let isReported = state.withLock { state in
        defer { state.isDamageReported = true }
        return state.isDamageReported
      }
      if !isReported { console.report("\(error.message). The default settings are used.") }
      return Settings()
    }
  }

  /// The formatter of money: `set locale`, otherwise the locale of the environment.
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

  /// Whether output is for a screen reader: `set spoken`, otherwise `ACCESSIBLE`.
  package var usesScreenReader: Bool {
    if let usesScreenReader = preferences.usesScreenReader { return usesScreenReader }
    let variable = environment.variables["ACCESSIBLE"] ?? ""
    return !variable.isEmpty && variable != "0"
  }

  /// The colors for the background: `set theme`, otherwise what the terminal reported, otherwise
  /// `COLORFGBG`, otherwise dark.
  package var theme: Theme {
    switch preferences.theme {
    case .light: return .light
    case .dark: return .dark
    case .auto:
      let isLight = background?.isLight
      return isLight ?? Self.isLight(environment.variables["COLORFGBG"] ?? "") ? .light : .dark
    }
  }

  /// Whether `COLORFGBG` means a light background. Its last number is the background's palette
  /// color, as in `15;0` and `0;default;15`.
  private static func isLight(_ text: String) -> Bool {
    guard let number = text.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return number == 7 || (9...15).contains(number)
  }

  /// When color is used: the option, otherwise `set color`, otherwise the environment.
  package func color(_ option: ColorChoice) -> ColorChoice {
    guard option == .auto else { return option }
    return preferences[.color].flatMap { ColorChoice(rawValue: $0) } ?? .auto
  }

  package var background: RGBColor? {
    get { state.withLock { $0.background } }
    set { state.withLock { $0.background = newValue } }
  }

  package var pictureReplies: PictureReplies? {
    get { state.withLock { $0.pictureReplies } }
    set { state.withLock { $0.pictureReplies = newValue } }
  }

  /// The context for reading the values of a command.
  package var readingContext: ReadingContext {
    ReadingContext(
      now: environment.now().date, timeZone: environment.timeZone,
      currency: (try? settings())?.currency)
  }
}
