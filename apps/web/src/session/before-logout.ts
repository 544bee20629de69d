const TIMEOUT_MS = 1500

const works = new Set<() => Promise<void>>()

/** Registers work that needs the session. Returns a function that removes it. */
export function beforeLogout(work: () => Promise<void>): () => void {
  works.add(work)
  return () => works.delete(work)
}

/** Logging out does not wait longer for a slow network. */
export async function finishBeforeLogout(): Promise<void> {
  if (works.size === 0) return
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
  await Promise.race([Promise.allSettled([...works].map((work) => work())), timeout])
}
