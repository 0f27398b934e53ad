import Testing

@testable import Batches

/// What a refusal of the market means for a step.
@Suite(.timeLimit(.minutes(60))) struct RefusalTests {
  @Test(arguments: [(507, StepState.planned), (413, .failed), (400, .failed)])
  func `a full market leaves the step to be done, another refusal ends it`(
    status: Int, state: StepState
  ) {
    var run = MachineRun([.create()])
    _ = run.settle(.started(highestID: 6))
    let message = "the disk is full"
    _ = run.pass(.answered(step: 1, .refused(status: status, message: message)))
    #expect(run.states == [state])
    #expect(run.records[0].reason == .refused(status: status, message: message))
  }
}
