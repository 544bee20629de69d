const TIMEOUT_MS = 1500

/** @param hasSession false when the user logs out after the inactivity limit. */
type Task = (hasSession: boolean) => Promise<void>

const tasks = new Set<Task>()

/** Registers a task of 'Cerrar sesión'. Returns a function that removes it. */
export function beforeLogout(task: Task): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** Runs the tasks, at most until the timeout. */
export async function finishBeforeLogout(hasSession: boolean): Promise<void> {
  if (tasks.size === 0) return
  const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
  await Promise.race([Promise.allSettled([...tasks].map((task) => task(hasSession))), timeout])
}
