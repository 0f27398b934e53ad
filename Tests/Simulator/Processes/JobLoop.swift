import Foundation

/// Runs all jobs of Swift's concurrency on one thread, in an order that a seed decides.
///
/// The runtime offers a variable for the function that gets each job; without one they go to a pool of
/// threads.
enum JobLoop {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  nonisolated(unsafe) private static var jobs: [UnownedJob] = []
  nonisolated(unsafe) private static var luck = Luck(seed: 0)
  private static let executor = Here()

  static func begin(seed: UInt64) {
    luck = Luck(seed: seed)
    jobs = []
    for name in ["swift_task_enqueueGlobal_hook", "swift_task_enqueueMainExecutor_hook"] {
      dlsym(nil, name).assumingMemoryBound(to: Hook?.self).pointee = { job, _ in
        JobLoop.jobs.append(job)
      }
    }
  }

  /// Runs jobs until there is none; those that become ready together in any order.
  static func runAll() {
    while !jobs.isEmpty {
      let index = luck.happens(0.8) ? 0 : luck.number(below: jobs.count)
      let job = jobs.remove(at: index)
      job.runSynchronously(on: executor.asUnownedTaskExecutor())
    }
  }

  private final class Here: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { JobLoop.jobs.append(UnownedJob(job)) }
  }
}
