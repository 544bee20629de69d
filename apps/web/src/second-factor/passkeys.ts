import type {
  AuthenticationResponse,
  CreationOptions,
  RequestOptions,
} from '@carpeta/contract/auth'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { CreatedPasskey } from '../api/second-factor.ts'

// The browser's part of passkeys. The login page loads this file after its first paint.

/** The browser did not create or use a passkey; the message is for the user. */
export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure'
}

export const passkeysAreSupported = browserSupportsWebAuthn

export const unsupportedMessage = 'Este navegador no puede usar llaves de acceso'

export async function createPasskey(optionsJSON: CreationOptions): Promise<CreatedPasskey> {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    throw new PasskeyFailure(
      messageOf(error, {
        NotAllowedError: 'No se agregó la llave de acceso. Puedes intentarlo de nuevo.',
        InvalidStateError: 'Ese equipo ya tiene una llave de acceso de tu cuenta',
      }),
    )
  }
}

/** @param useBrowserAutofill offers the passkeys in the field of the rut or the email. */
export async function answerWithPasskey(
  optionsJSON: RequestOptions,
  { useBrowserAutofill = false } = {},
): Promise<AuthenticationResponse> {
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill })
  } catch (error) {
    throw new PasskeyFailure(
      messageOf(error, {
        NotAllowedError: 'No se usó ninguna llave de acceso. Puedes intentarlo de nuevo.',
      }),
    )
  }
}

const UNSUPPORTED = ['ConstraintError', 'NotSupportedError', 'SecurityError']

function messageOf(error: unknown, messages: Record<string, string>): string {
  const name = error instanceof Error ? error.name : ''
  if (UNSUPPORTED.includes(name)) return unsupportedMessage
  return messages[name] ?? unknownErrorMessage
}
