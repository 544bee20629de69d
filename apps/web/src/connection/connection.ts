import { reloadForNewRelease } from './new-release.ts'

const listeners = new Set<() => void>()
let isLost = false

/** Whether the last call found neither a network nor a server. */
export function connectionIsLost(): boolean {
  return isLost
}

export function reportConnection(lost: boolean) {
  if (lost === isLost) return
  isLost = lost
  for (const listener of [...listeners]) listener()
}

export function onConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls once, when the connection is back. */
export function onceReconnected(listener: () => void): () => void {
  const stop = onConnection(() => {
    if (isLost) return
    stop()
    listener()
  })
  return stop
}

/** Whether the page tells that the connection is lost, and watches for it to come back. */
function connectionIsWatched(): boolean {
  return listeners.size > 0
}

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
