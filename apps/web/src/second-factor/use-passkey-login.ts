import { useState } from 'react'
import { logInWithPasskey } from './enter-with-passkey.ts'

/** A button's login with a passkey. An error stays until the next attempt. */
export function usePasskeyLogin(onEntered?: (() => void) | undefined) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function start() {
    setBusy(true)
    setFailure(undefined)
    try {
      await logInWithPasskey()
      onEntered?.()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return { isBusy, failure, setFailure, start: () => void start() }
}
