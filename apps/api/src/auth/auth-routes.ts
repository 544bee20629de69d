import * as authEndpoints from '@carpeta/contract/auth/auth-endpoints'
import { definitions as authDefinitions } from '@carpeta/contract/auth/auth-schemas'
import * as passkeysEndpoints from '@carpeta/contract/auth/second-factor/passkeys-endpoints'
import { definitions as passkeysDefinitions } from '@carpeta/contract/auth/second-factor/passkeys-schemas'
import * as secondFactorEndpoints from '@carpeta/contract/auth/second-factor/second-factor-endpoints'
import { definitions as secondFactorDefinitions } from '@carpeta/contract/auth/second-factor/second-factor-schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readId } from '../http/access.ts'
import type { Api } from '../http/api.ts'
import { type Caller, isSignedIn } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { setSession } from '../http/set-session.ts'
import { tokenHash } from '../http/tokens.ts'
import { type LogInServices, logIn, logInWithPasskey, logOut } from './log-in.ts'
import {
  reauthenticateWithPasskey,
  registerPasskey,
  removePasskey,
  renamePasskey,
  requestPasskey,
  startPasskeyReauthentication,
  startPasskeyRegistration,
} from './passkeys.ts'
import { reauthenticate } from './reauthentication.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { readSecondFactor } from './second-factor.ts'
import { presentSession } from './sessions.ts'
import { confirmTotp, removeTotp, startTotp } from './totp.ts'
import { endUserSessions, readUserSignIn, resetSecondFactor } from './user-sign-in.ts'

type Services = Api & LogInServices

export function authRoutes(api: Services): void {
  loginRoutes(api)
  passkeysRoutes(api)
  secondFactorRoutes(api)
}

/** Logging in and out. */
function loginRoutes(api: Services): void {
  const { cookies, csrf } = api
  serve(api, authEndpoints, authDefinitions, {
    getCsrfToken: ({ request, reply }) => ({ token: csrf.issue(request, reply) }),
    logIn: async ({ caller, body, request, reply }) => {
      const device = cookies.device(request) ?? null
      return startSession(api, request, reply, await logIn(api, caller, { ...body, device }))
    },
    logOut: async ({ caller, request, reply }) => {
      if (isSignedIn(caller)) await logOut(api, caller)
      cookies.clearSession(reply)
      csrf.issue(request, reply, null)
      return {}
    },
    reauthenticate: async ({ caller, body, request, reply }) => {
      setSession(api, request, reply, await reauthenticate(api, caller, body.password))
      return {}
    },
    getSignedInUser: ({ caller }) => presentSession(caller),
  })
}

function startSession(
  api: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, sessionId, device }: Awaited<ReturnType<typeof logIn>>,
) {
  setSession(api, request, reply, sessionId)
  api.cookies.setDevice(reply, device)
  return presentSession({ user })
}

/** Passkeys of the caller, and the login with one. */
function passkeysRoutes(api: Services): void {
  const { cookies, limits } = api

  /** The CSRF check lets only callers with a session or with the visitor's cookie pass. */
  const visitorOf = (caller: Caller, request: FastifyRequest) =>
    caller.sessionHash ?? tokenHash(cookies.anonymous(request) ?? '')

  serve(api, passkeysEndpoints, passkeysDefinitions, {
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
    logInWithPasskey: async ({ caller, body: { response }, request, reply }) => {
      const boundTo = visitorOf(caller, request)
      const device = cookies.device(request) ?? null
      const opened = await logInWithPasskey(api, caller, { response, boundTo, device })
      return startSession(api, request, reply, opened)
    },
  })
}

/** The caller's code application and recovery codes; staff reset another user's factors. */
function secondFactorRoutes(api: Services): void {
  serve(api, secondFactorEndpoints, secondFactorDefinitions, {
    getSecondFactor: ({ caller }) => readSecondFactor(api, caller),
    startTotp: ({ caller }) => startTotp(api, caller),
    confirmTotp: async ({ caller, body }) => ({
      recovery_codes: await confirmTotp(api, caller, body.code),
    }),
    deleteTotp: async ({ caller }) => {
      await removeTotp(api, caller)
      return {}
    },
    renewRecoveryCodes: async ({ caller }) => ({
      recovery_codes: await renewRecoveryCodes(api, caller),
    }),
    getUserSignIn: ({ caller, params }) => readUserSignIn(api, caller, readId(params.id)),
    resetUserSecondFactor: async ({ caller, params }) => {
      await resetSecondFactor(api, caller, readId(params.id))
      return {}
    },
    endUserSessions: async ({ caller, params }) => ({
      ended: await endUserSessions(api, caller, readId(params.id)),
    }),
  })
}
