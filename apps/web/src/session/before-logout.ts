const TIMEOUT_MS = 1500

const tasks = new Set<() => Promise<void>>()

/** Registers a task of 'Cerrar sesión', also after the inactivity limit. Returns a function that removes it. */
export function beforeLogout(task: () => Promise<void>): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** Runs the tasks, at most until the timeout. */
export async function finishBeforeLogout(): Promise<void> {
  if (tasks.size === 0) return
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
  await Promise.race([Promise.allSettled([...tasks].map((task) => task())), timeout])
}
