import type { AuthenticationResponse, RequestOptions } from '@carpeta/contract/auth'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useState } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { answered } from '../../api/client.ts'
import { enterAs, outsideView } from '../../session/log-in.ts'
import { readUser } from '../../session/read-user.ts'
import { answerWithPasskey, PasskeyFailure } from './passkeys.ts'

const REFUSED =
  'Esa llave de acceso ya no sirve para ingresar. Usa otra, o ingresa con tu contraseña.'

// Shorter than the five minutes for which the server accepts an answer.
const RENEW_AFTER_MS = 4 * 60_000

/** A button's login with a passkey. An error stays until the next attempt. */
export function usePasskeyLogin(onEntered?: (() => void) | undefined) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function start() {
    setBusy(true)
    setFailure(undefined)
    try {
      await enter(await answerWithPasskey(await outsideView(requestOptions)))
      onEntered?.()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  return { isBusy, failure, setFailure, start: () => void start() }
}

/**
 * Offers the passkeys among what the browser fills into the login's first field. Until the user
 * chooses one it fails silently.
 * @returns a function that ends the offer.
 */
export function offerPasskeys(onFailure: (error: unknown) => void): () => void {
  let isOver = false

  async function offer() {
    if (isOver || document.visibilityState === 'hidden') return
    const answer = await chosenInAutofill(() => isOver).catch(() => null)
    if (!answer || isOver) return
    try {
      await enter(answer)
    } catch (error) {
      onFailure(error)
      void offer()
    }
  }

  const renewal = setInterval(offer, RENEW_AFTER_MS)
  document.addEventListener('visibilitychange', offer)
  void offer()
  return () => {
    isOver = true
    clearInterval(renewal)
    document.removeEventListener('visibilitychange', offer)
    WebAuthnAbortService.cancelCeremony()
  }
}

/** They are valid for one login within five minutes. */
function requestOptions({ isOptional = false } = {}): Promise<RequestOptions> {
  return answered('POST /api/auth/login/passkey/options/', { isOptional })
}

/** The browser runs one ceremony: a late offer would end the one that the button began. */
async function chosenInAutofill(isOver: () => boolean): Promise<AuthenticationResponse | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const options = await outsideView(() => requestOptions({ isOptional: true }))
  return isOver() ? null : answerWithPasskey(options, { useBrowserAutofill: true })
}

async function enter(answer: AuthenticationResponse): Promise<void> {
  try {
    const user = await outsideView(() =>
      answered('POST /api/auth/login/passkey/', { body: { response: answer } }),
    )
    enterAs(readUser(user))
  } catch (error) {
    throw hasCode(error, 'wrong_credentials') ? new PasskeyFailure(REFUSED) : error
  }
}
