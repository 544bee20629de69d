const TIMEOUT_MS = 1500

const works = new Set<() => Promise<void>>()

/** What has to be done while there still is a session. The answer takes it back. */
export function beforeLogout(work: () => Promise<void>): () => void {
  works.add(work)
  return () => works.delete(work)
}

/** Whoever wants to leave does not wait for a network that does not answer. */
export async function finishBeforeLogout(): Promise<void> {
  if (works.size === 0) return
  const patience = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
  await Promise.race([Promise.allSettled([...works].map((work) => work())), patience])
}
