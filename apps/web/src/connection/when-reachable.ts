import { onceReconnected } from './connection.ts'

/** Calls once, when a call may reach the server again. @returns how to stop waiting */
export function whenReachable(listener: () => void): () => void {
  const stop = () => {
    stopWatching()
    window.removeEventListener('online', tell)
  }
  const tell = () => {
    stop()
    listener()
  }
  const stopWatching = onceReconnected(tell)
  window.addEventListener('online', tell)
  return stop
}
