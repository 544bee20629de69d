/** Ends the process once `stop` has, and after `totalMs` in any state. */
export function stopOnSignal(stop: () => Promise<void>, totalMs: number): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => {
      console.error(
        `No todo se detuvo en ${totalMs / 1000} segundos; lo que quedó a medias se deshace.`,
      )
      process.exit(1)
    }, totalMs)
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
