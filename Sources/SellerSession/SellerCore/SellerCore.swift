import Base
package import SellerFiles

/// What lasts from one command to the next and depends on no market: the environment, the settings,
/// and what the shell remembers.
///
/// Each part has its own lock. Nothing about the running command is stored here: that is in its
/// ``CommandContext``.
package struct SellerCore: Sendable {
  package let environment: Environment
  package let activity: Activity
  /// The console for messages that belong to no command.
  package let console: Console
  package let settings: SellerSettings
  package let memory = ShellMemory()
  package let history: HistoryFile

  package init(environment: Environment) {
    self.environment = environment
    activity = Activity(environment: environment)
    console = Console(environment: environment, activity: activity)
    settings = SellerSettings(environment: environment, console: console)
    history = HistoryFile(path: environment.paths.history, now: environment.now)
  }
}
