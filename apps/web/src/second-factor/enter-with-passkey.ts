import type { AuthenticationResponse } from '@carpeta/contract/auth'
import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { hasCode, isMissingCall } from '../api/client/api-error.ts'
import * as api from '../api/passkey-login.ts'
import { enterAs, outsideView } from '../session/log-in.ts'
import { answerWithPasskey, PasskeyFailure } from './passkeys.ts'

const REFUSED =
  'Esa llave de acceso ya no sirve para ingresar. Usa otra, o ingresa con tu contraseña.'

// Shorter than the five minutes for which the server accepts an answer.
const RENEW_AFTER_MS = 4 * 60_000

/** @throws {PasskeyFailure | ApiError} */
export async function logInWithPasskey(): Promise<void> {
  await enter(await answerWithPasskey(await outsideView(api.startPasskeyLogin)))
}

/**
 * Offers the passkeys among what the browser fills into the login's first field. Until the user
 * chooses one it fails silently, except where the API has no passkeys.
 * @returns a function that ends the offer.
 */
export function offerPasskeys(onFailure: (error: unknown) => void): () => void {
  let isOver = false

  async function offer() {
    if (isOver || document.visibilityState === 'hidden') return
    const answer = await chosenInAutofill(() => isOver).catch((error) => {
      if (isMissingCall(error)) onFailure(error)
      return null
    })
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

/** The browser runs one ceremony: a late offer would end the one that the button began. */
async function chosenInAutofill(isOver: () => boolean): Promise<AuthenticationResponse | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const options = await outsideView(() => api.startPasskeyLogin({ isOptional: true }))
  return isOver() ? null : answerWithPasskey(options, { useBrowserAutofill: true })
}

async function enter(answer: AuthenticationResponse): Promise<void> {
  try {
    enterAs(await outsideView(() => api.logInWithPasskey(answer)))
  } catch (error) {
    throw hasCode(error, 'wrong_credentials') ? new PasskeyFailure(REFUSED) : error
  }
}
