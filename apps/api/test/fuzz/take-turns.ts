// The people of a fuzz run send their calls at the same time, in one process.

const running = new Set<Promise<unknown>>()
let turn: Promise<unknown> = Promise.resolve()

/** Waits until nobody works alone. */
export async function withOthers<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let awaited = null; awaited !== turn; await awaited) awaited = turn
  const result = work()
  running.add(result)
  try {
    return await result
  } finally {
    running.delete(result)
  }
}

/** Waits until everybody else has finished, and keeps them waiting. */
export function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = turn.then(async () => {
    await Promise.allSettled(running)
    return work()
  })
  turn = result.catch(() => undefined)
  return result
}
