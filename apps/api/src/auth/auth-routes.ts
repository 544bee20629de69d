import { endpoints } from '@carpeta/contract/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { type Caller, isSignedIn } from '../http/caller.ts'
import { setSession } from '../http/csrf.ts'
import { serve } from '../http/serve.ts'
import { tokenHash } from '../http/tokens.ts'
import { type LogInServices, logIn, logInWithPasskey, logOut } from './log-in.ts'
import {
  reauthenticateWithPasskey,
  registerPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyLogin,
  startPasskeyReauthentication,
  startPasskeyRegistration,
} from './passkeys.ts'
import { reauthenticate } from './reauthentication.ts'
import { readSecondFactor, renewRecoveryCodes } from './second-factor.ts'
import { presentSession } from './sessions.ts'
import { confirmTotp, removeTotp, startTotp } from './totp.ts'

type Services = Api & LogInServices

export function authRoutes(api: Services): void {
  const { cookies, csrf } = api

  /** The CSRF check lets only callers with a session or with the visitor's cookie pass. */
  const visitorOf = (caller: Caller, request: FastifyRequest) =>
    caller.sessionHash ?? tokenHash(cookies.anonymous(request) ?? '')

  serve(api, endpoints, {
    'GET /api/auth/csrftoken/': ({ request, reply }) => ({
      token: csrf.issue(request, reply),
      passkeys: true as const,
    }),
    'POST /api/auth/login/': async ({ caller, body, request, reply }) => {
      const device = cookies.device(request) ?? null
      const opened = await logIn(api, caller, { ...body, device })
      return startSession(api, caller, { request, reply }, opened)
    },
    'POST /api/auth/logout/': async ({ caller, request, reply }) => {
      await logOut(api, caller, cookies.session(request))
      cookies.clearSession(reply)
      csrf.issue(request, reply, null)
      return {}
    },
    'POST /api/auth/reauthenticate/': async ({ caller, body, request, reply }) => {
      setSession(api, request, reply, await reauthenticate(api, caller, body.password))
      return {}
    },
    'GET /api/auth/user/': ({ caller }) => presentSession(caller),

    // Passkeys of the caller, and the login with one.
    'POST /api/auth/passkeys/options/': ({ caller }) => startPasskeyRegistration(api, caller),
    'POST /api/auth/passkeys/': async ({ caller, body }) => {
      const { passkey, recoveryCodes } = await registerPasskey(api, caller, body)
      return { passkey, recovery_codes: recoveryCodes }
    },
    'PATCH /api/auth/passkeys/:id/': ({ caller, params, body }) =>
      renamePasskey(api, caller, { id: params.id, name: body.name }),
    'DELETE /api/auth/passkeys/:id/': async ({ caller, params }) => {
      await removePasskey(api, caller, params.id)
      return {}
    },
    'POST /api/auth/reauthenticate/passkey/options/': ({ caller }) =>
      startPasskeyReauthentication(api, caller),
    'POST /api/auth/reauthenticate/passkey/': async ({ caller, body, request, reply }) => {
      const sessionId = await reauthenticateWithPasskey(api, caller, body.response)
      setSession(api, request, reply, sessionId)
      return {}
    },
    'POST /api/auth/login/passkey/options/': ({ caller, request }) =>
      startPasskeyLogin(api, caller, {
        boundTo: visitorOf(caller, request),
        device: cookies.device(request),
      }),
    'POST /api/auth/login/passkey/': async ({ caller, body: { response }, request, reply }) => {
      const boundTo = visitorOf(caller, request)
      const device = cookies.device(request) ?? null
      const opened = await logInWithPasskey(api, caller, { response, boundTo, device })
      return startSession(api, caller, { request, reply }, opened)
    },

    // The caller's code application and recovery codes.
    'GET /api/auth/second-factor/': ({ caller }) => readSecondFactor(api, caller),
    'POST /api/auth/totp/options/': ({ caller }) => startTotp(api, caller),
    'POST /api/auth/totp/': async ({ caller, body }) => ({
      recovery_codes: await confirmTotp(api, caller, body.code),
    }),
    'DELETE /api/auth/totp/': async ({ caller }) => {
      await removeTotp(api, caller)
      return {}
    },
    'POST /api/auth/recovery-codes/': async ({ caller }) => ({
      recovery_codes: await renewRecoveryCodes(api, caller),
    }),
  })
}

async function startSession(
  api: Services,
  caller: Caller,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { user, sessionId, device }: Awaited<ReturnType<typeof logIn>>,
) {
  // One that admits nobody, which the login did not end.
  if (!isSignedIn(caller)) await logOut(api, caller, api.cookies.session(request))
  setSession(api, request, reply, sessionId)
  api.cookies.setDevice(reply, device)
  return presentSession({ user })
}
