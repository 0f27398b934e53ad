package import CommandLanguage
package import SellerSession

/// All commands. A test compares the list with the folder `Commands`.
package enum CommandRegistry {
  package static let all: [any Command.Type] = [
    ListCommand.self, SearchCommand.self, MineCommand.self, NextCommand.self, PrevCommand.self,
    PageCommand.self, RefreshCommand.self, GridCommand.self, TableCommand.self, AgainCommand.self,
    ShowCommand.self, PhotoCommand.self, BrowseCommand.self,
    OpenCommand.self, TodayCommand.self, StatsCommand.self, CalendarCommand.self,
    WatchCommand.self,
    AddCommand.self, EditCommand.self, RemoveCommand.self, DraftsCommand.self,
    DraftsRemoveCommand.self, ImportCommand.self, ExportCommand.self,
    CopyCommand.self, UndoCommand.self, RedoCommand.self,
    LogCommand.self,
    PhotoPrepareCommand.self, PhotoSaveCommand.self,
    RunCommand.self, ResumeCommand.self, BatchesCommand.self, BatchCommand.self,
    UndoBatchCommand.self,
    StarCommand.self, UnstarCommand.self, NoteCommand.self, RecentCommand.self,
    RecentClearCommand.self, NotebookCommand.self, NotebookExportCommand.self,
    NotebookImportCommand.self,
    UseCommand.self, MarketsCommand.self, LoginCommand.self, LogoutCommand.self,
    WhoamiCommand.self, ProfileCommand.self,
    ProfileSetupCommand.self, CacheCommand.self, CacheClearCommand.self,
    DoctorCommand.self,
    DemoLoadCommand.self, DemoClearCommand.self, ServeCommand.self, AccountAddCommand.self,
    AccountListCommand.self, AccountResetCommand.self, AccountDisableCommand.self,
    AccountEnableCommand.self, AccountRemoveListingCommand.self, BackupCommand.self,
    RestoreCommand.self, MoveCommand.self,
    HelpCommand.self, SetCommand.self, LetCommand.self, AliasCommand.self, TimingCommand.self,
    TraceCommand.self, HistoryCommand.self, HistoryDeleteCommand.self, HistorySaveCommand.self,
    CompletionCommand.self, ManCommand.self, QuitCommand.self,
  ]

  package static let specs: [CommandSpec] = all.map { $0.spec }

  /// The grammar of all commands and of the process options.
  package static let parser = Parser(commands: specs, process: ProcessOptions.all)

  package static func command(named name: String) -> (any Command.Type)? {
    all.first { $0.spec.name == name }
  }
}
