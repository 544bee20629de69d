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
export function connectionIsWatched(): boolean {
  return listeners.size > 0
}
