package import SellerSession

/// The commands for those who run a market.
package enum OperatorCommandList {
  package static let all: [any Command.Type] = [
    DoctorCommand.self, HealthCommand.self,
    DemoLoadCommand.self, DemoClearCommand.self, ServeCommand.self, AccountAddCommand.self,
    AccountListCommand.self, AccountResetCommand.self, AccountDisableCommand.self,
    AccountEnableCommand.self, AccountRenameCommand.self, AccountRemoveCommand.self,
    AccountRemoveListingCommand.self, AccountLogCommand.self, BackupCommand.self,
    RestoreCommand.self, MoveCommand.self,
  ]
}
