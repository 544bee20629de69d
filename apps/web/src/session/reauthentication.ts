type Ask = () => Promise<boolean>

let ask: Ask | undefined
let asking: Promise<boolean> | undefined

/** Sets how the user is asked; the member area calls this once it is mounted. */
export function onReauthentication(next: Ask): () => void {
  ask = next
  return () => {
    ask = undefined
  }
}

/** Resolves to whether the user confirmed who they are. Concurrent calls ask once. */
export function reauthenticate(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
