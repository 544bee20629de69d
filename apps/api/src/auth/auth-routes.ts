import * as endpoints from '@carpeta/contract/auth/auth-endpoints'
import { definitions } from '@carpeta/contract/auth/auth-schemas'
import type { Api } from '../http/api.ts'
import { isSignedIn } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { setSession } from '../http/set-session.ts'
import { type LogInServices, logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { presentSession } from './present-session.ts'
import { reauthenticate } from './reauthentication/reauthenticate.ts'

/** Logging in and out. */
export function authRoutes(api: Api & LogInServices): void {
  const { cookies, csrf } = api
  serve(api, endpoints, definitions, {
    getCsrfToken: ({ request, reply }) => ({ token: csrf.issue(request, reply) }),
    logIn: async ({ caller, body, request, reply }) => {
      const credentials = { ...body, device: cookies.device(request) ?? null }
      const { user, sessionId, device } = await logIn(api, caller, credentials)
      setSession(api, request, reply, sessionId)
      cookies.setDevice(reply, device)
      return presentSession({ user })
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
