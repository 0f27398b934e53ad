package import SellerSession

/// The commands about markets, listings, batches and the seller's notebook.
package enum MarketCommandList {
  package static let all: [any Command.Type] = [
    ListCommand.self, SearchCommand.self, MineCommand.self, NextCommand.self, PrevCommand.self,
    PageCommand.self, RefreshCommand.self, GridCommand.self, TableCommand.self, AgainCommand.self,
    ShowCommand.self, PhotoCommand.self, BrowseCommand.self,
    OpenCommand.self, CopyLinkCommand.self, ShareCommand.self, TodayCommand.self, StatsCommand.self,
    CalendarCommand.self,
    WatchCommand.self,
    AddCommand.self, EditCommand.self, RemoveCommand.self, DraftsCommand.self,
    DraftsRemoveCommand.self, LayoutsCommand.self, LayoutsRemoveCommand.self, ImportCommand.self,
    ExportCommand.self,
    SaleCommand.self, SalesCommand.self, SalesRemoveCommand.self, TickCommand.self,
    PauseCommand.self, ResumeSellingCommand.self, CopyCommand.self, UndoCommand.self,
    RedoCommand.self,
    LogCommand.self,
    PhotoPrepareCommand.self, PhotoSaveCommand.self,
    RunCommand.self, ResumeCommand.self, BatchesCommand.self, BatchCommand.self,
    UndoBatchCommand.self,
    StarCommand.self, UnstarCommand.self, NoteCommand.self, RecentCommand.self,
    RecentClearCommand.self, NotebookCommand.self, NotebookExportCommand.self,
    NotebookImportCommand.self,
    UseCommand.self, MarketsCommand.self, LoginCommand.self, LogoutCommand.self,
    WhoamiCommand.self,
  ]
}
