/** Starts on the next value while the current one is used. */
export async function* ahead<Value>(source: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = source.next()
      yield value
    }
  } finally {
    // A failure of the value that nobody waits for any more.
    next.catch(() => {})
    await source.return(undefined).catch(() => {})
  }
}
