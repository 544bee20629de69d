import type { AuthenticationResponse, RequestOptions } from '@carpeta/contract/auth'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'

// The browser's part of passkeys. The login page loads this file after its first paint.

/** The browser did not create or use a passkey; the message is for the user. */
export class PasskeyFailure extends Error {
  override name = 'PasskeyFailure'
}

export const passkeysAreSupported = browserSupportsWebAuthn

export const unsupportedMessage = 'Este navegador no puede usar llaves de acceso'

/** @param useBrowserAutofill offers the passkeys in the field of the rut or the email. */
export async function answerWithPasskey(
  optionsJSON: RequestOptions,
  { useBrowserAutofill = false } = {},
): Promise<AuthenticationResponse> {
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill })
  } catch (error) {
    throw new PasskeyFailure(
      passkeyMessage(error, {
        NotAllowedError: 'No se usó ninguna llave de acceso. Puedes intentarlo de nuevo.',
      }),
    )
  }
}

const UNSUPPORTED = ['ConstraintError', 'NotSupportedError', 'SecurityError']

/** @param messages by the name of the browser's error */
export function passkeyMessage(error: unknown, messages: Record<string, string>): string {
  const name = error instanceof Error ? error.name : ''
  if (UNSUPPORTED.includes(name)) return unsupportedMessage
  return messages[name] ?? unknownErrorMessage
}
