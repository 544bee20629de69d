import * as endpoints from '@carpeta/contract/auth/second-factor/passkeys-endpoints'
import { definitions } from '@carpeta/contract/auth/second-factor/passkeys-schemas'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../../../http/api.ts'
import type { Caller } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { setSession } from '../../../http/set-session.ts'
import { tokenHash } from '../../../http/tokens.ts'
import { presentSession } from '../../present-session.ts'
import type { SecondFactorServices } from '../second-factor-services.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import {
  reauthenticateWithPasskey,
  startPasskeyReauthentication,
} from './reauthenticate-with-passkey.ts'
import { registerPasskey } from './register-passkey.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { requestPasskey } from './request-passkey.ts'
import { startPasskeyRegistration } from './start-passkey-registration.ts'

/** Passkeys of the caller, and the login with one. */
export function passkeysRoutes(api: Api & SecondFactorServices): void {
  const { cookies, limits } = api

  /** The CSRF check lets only callers with a session or with the visitor's cookie pass. */
  const visitorOf = (caller: Caller, request: FastifyRequest) =>
    caller.sessionHash ?? tokenHash(cookies.anonymous(request) ?? '')

  serve(api, endpoints, definitions, {
    startPasskeyRegistration: ({ caller }) => startPasskeyRegistration(api, caller),
    registerPasskey: async ({ caller, body }) => {
      const { passkey, recoveryCodes } = await registerPasskey(api, caller, body)
      return { passkey, recovery_codes: recoveryCodes }
    },
    renamePasskey: ({ caller, params, body }) =>
      renamePasskey(api, caller, { id: params.id, name: body.name }),
    deletePasskey: async ({ caller, params }) => {
      await removePasskey(api, caller, params.id)
      return {}
    },
    startPasskeyReauthentication: ({ caller }) => startPasskeyReauthentication(api, caller),
    reauthenticateWithPasskey: async ({ caller, body, request, reply }) => {
      const sessionId = await reauthenticateWithPasskey(api, caller, body.response)
      setSession(api, request, reply, sessionId)
      return {}
    },
    startPasskeyLogin: async ({ caller, request }) => {
      await limits.passkeyChallenges.consume(caller.address)
      return requestPasskey(api, { purpose: 'login', boundTo: visitorOf(caller, request) })
    },
    logInWithPasskey: async ({ caller, body, request, reply }) => {
      const { user, sessionId, device } = await logInWithPasskey(api, caller, {
        response: body.response,
        boundTo: visitorOf(caller, request),
        device: cookies.device(request) ?? null,
      })
      setSession(api, request, reply, sessionId)
      cookies.setDevice(reply, device)
      return presentSession({ user })
    },
  })
}
