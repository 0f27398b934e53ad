package import SellerSession

/// The commands about the program itself: help, settings, history and completion.
package enum ShellCommandList {
  package static let all: [any Command.Type] = [
    ProfileCommand.self, ProfileSetupCommand.self, CacheCommand.self, CacheClearCommand.self,
    HelpCommand.self, SetCommand.self, LetCommand.self, AliasCommand.self, TimingCommand.self,
    TraceCommand.self, HistoryCommand.self, HistoryDeleteCommand.self, HistorySaveCommand.self,
    CompletionCommand.self, ManCommand.self, QuitCommand.self,
  ]
}
