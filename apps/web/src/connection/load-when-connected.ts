import { connectionIsWatched, onceReconnected, reportConnection } from './connection.ts'
import { reloadForNewRelease } from './new-release.ts'

/**
 * Loads again once the connection is back: a script that cannot be fetched is a lost call, or one of an earlier
 * release, and then the page is loaded again.
 */
export async function loadWhenConnected<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (await reloadForNewRelease()) return new Promise(() => {})
    if (!connectionIsWatched()) throw error
    reportConnection(true)
    await new Promise<void>(onceReconnected)
    return load()
  }
}
