import Foundation

/// A process of the world, seen from the world.
final class RunningProcess {
  private let id: pid_t
  private let channel: Channel

  /// Starts a process that carries out `body` on a machine, and writes to a file.
  init(
    machine: String, trouble: Disk.Trouble, output: String, seed: UInt64, body: (Channel) -> Never
  ) {
    let (here, there) = Channel.pair()
    let id = Disk.fork()
    if id == 0 {
      close(here.descriptor)
      let file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      for descriptor in Int32(0)...2 {
        dup2(descriptor == 0 ? open("/dev/null", O_RDONLY) : file, descriptor)
      }
      Disk.follow(machine, trouble, seed: seed)
      body(there)
    }
    close(there.descriptor)
    self.id = id
    channel = here
  }

  func send(_ frame: Frame) { channel.send(frame) }
  func receive() -> Frame? { channel.receive() }
  func kill() { Foundation.kill(id, SIGKILL) }

  /// Ends the process, whatever it does, and before it sees that nobody listens any more.
  func end() {
    kill()
    close(channel.descriptor)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
  }
}
