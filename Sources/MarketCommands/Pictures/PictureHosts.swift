/// Which hosts of the pictures in an answer do not answer.
import OpenMarketClient
import Synchronization

/// Asks hosts for the pictures of one answer. The first request that a host refuses or leaves
/// without an answer ends the others to it, so that it is waited for once.
final class PictureHosts: Sendable {
  private typealias Answer = Result<FetchedPicture?, ClientError>

  private struct State {
    var away: Set<String> = []
    var fetches: [Int: (host: String, task: Task<Answer, Never>)] = [:]
    var last = 0
  }

  private let state = Mutex(State())

  /// A picture as `client` fetches it, from a host that was not found away before.
  func picture(
    at url: String, unless tag: String?, from client: OpenMarketClient
  ) async throws(ClientError) -> FetchedPicture? {
    let host = (try? URLParts(url).authority) ?? url
    let fetch = state.withLock { state -> (number: Int, task: Task<Answer, Never>)? in
      guard !state.away.contains(host) else { return nil }
      let task = Task { () -> Answer in
        do throws(ClientError) {
          return .success(try await client.picture(at: url, unless: tag))
        } catch {
          return .failure(error)
        }
      }
      state.last += 1
      state.fetches[state.last] = (host, task)
      return (state.last, task)
    }
    guard let fetch else { throw Self.away }
    let answer = await withTaskCancellationHandler {
      await fetch.task.value
    } onCancel: {
      fetch.task.cancel()
    }
    end(fetch.number, answer)
    do throws(ClientError) {
      return try answer.get()
    } catch {
      // Cancelled for the sake of another request.
      throw error.code == .cancelled && !Task.isCancelled ? Self.away : error
    }
  }

  private static let away = ClientError(.hostUnreachable, operation: .picture)

  private func end(_ number: Int, _ answer: Answer) {
    let others = state.withLock { state -> [Task<Answer, Never>] in
      guard let host = state.fetches.removeValue(forKey: number)?.host,
        case .failure(let error) = answer, error.isUnreachable || error.code == .timedOut
      else { return [] }
      state.away.insert(host)
      return state.fetches.values.filter { $0.host == host }.map(\.task)
    }
    for task in others { task.cancel() }
  }
}
