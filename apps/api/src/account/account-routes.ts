import { endpoints } from '@carpeta/contract/account'
import { checkLink } from '../auth/links.ts'
import {
  type AuthServices,
  describeDevice,
  describePlace,
  endOtherSessions,
  endOwnSession,
} from '../auth/sessions.ts'
import { listSessions } from '../auth/sessions-store.ts'
import type { Api } from '../http/api.ts'
import { setSession } from '../http/csrf.ts'
import { pageWithin, readPage } from '../http/paging.ts'
import { serve } from '../http/serve.ts'
import { changeEmailPreferences, readEmailPreferences } from './email-preferences.ts'
import { requestRestore, setPassword } from './links.ts'
import { changePassword } from './own-account.ts'
import { confirmEmail, register, requireOpenRegistration } from './registration.ts'
import { takeBackAccount } from './take-back.ts'

/** Activation, restore, the caller's own password and sessions. */
export function accountRoutes(api: Api & AuthServices): void {
  const { db, config } = api
  serve(api, endpoints, {
    'POST /api/send-restore-password-ss/': async ({ caller, body, request }) => {
      const device = api.cookies.device(request)
      await requestRestore(api, caller, { typedRut: body.social_security, device })
      return {}
    },
    'GET /api/client/check/': ({ caller, query }) => checkLink(api, caller, query.token),
    'POST /api/client/password/': ({ caller, body: { token, password, remove_email } }) =>
      setPassword(api, caller, {
        ...{ token, password, purposes: ['activate', 'letter', 'restore'] },
        removesEmail: remove_email,
      }),
    'POST /api/restore-password/': ({ caller, body: { code: token, password } }) =>
      setPassword(api, caller, { token, password, purposes: ['restore'] }),
    'POST /api/client/not-me/': async ({ caller, body }) => ({
      token: await takeBackAccount(api, caller, body.token),
    }),
    'POST /api/client/password/change/': async ({ caller, body, request, reply }) => {
      const { old_password: oldPassword, new_password: newPassword, remove_email } = body
      const sessionId = await changePassword(api, caller, {
        oldPassword,
        newPassword,
        removesEmail: remove_email === true,
        device: api.cookies.device(request),
      })
      setSession(api, request, reply, sessionId)
      return {}
    },
    'GET /api/client/': ({ caller }) => {
      const { id, first_name, last_name, email, profile } = caller.user
      return { id, first_name, last_name, email, is_active: true as const, profile }
    },
    'GET /api/client/sessions/': async ({ caller, query }) => {
      const sessions = await listSessions(db, caller.user.id, config)
      const requested = readPage(query, ['last_used_at'])
      const { offset, limit, current, lastPage } = pageWithin(requested, sessions.length)
      const results = sessions.slice(offset, offset + limit).map((session) => ({
        id: session.id,
        device: describeDevice(session.userAgent),
        place: describePlace(session.address),
        started_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
        is_current: session.id === caller.sessionNumber,
      }))
      return { results, current, lastPage }
    },
    'DELETE /api/client/sessions/:id/': async ({ caller, params }) => {
      await endOwnSession(api, caller, params.id)
      return {}
    },
    'POST /api/client/sessions/end-others/': async ({ caller }) => {
      await endOtherSessions(api, caller)
      return {}
    },
    'POST /api/auth/register/': {
      guard: () => requireOpenRegistration(config),
      handle: async ({ caller, body, request }) => {
        await register(api, caller, { ...body, browser: api.cookies.anonymous(request) })
        return {}
      },
    },
    'POST /api/confirm-email/': async ({ caller, body, request }) => {
      await confirmEmail(api, caller, { ...body, browser: api.cookies.anonymous(request) })
      return {}
    },

    'GET /api/client/preferences/': ({ caller }) => readEmailPreferences(db, caller.user.id),
    'PATCH /api/client/preferences/': ({ caller, body }) =>
      changeEmailPreferences(api, caller, body),
  })
}
