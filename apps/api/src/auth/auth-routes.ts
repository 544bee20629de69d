import {
  csrfTokenResponse,
  empty,
  loginRequest,
  signedInUserSchema,
  userSchema,
} from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { actorOf, anonymousActor } from '../http/actor.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import { presentSession } from './present-session.ts'

/** Getting in and out (spec §7, wire.md §10). */
export function authRoutes(api: Api): void {
  const { app, db, cookies, csrf } = api
  app.get(
    '/api/auth/csrftoken/',
    {
      config: { access: 'public' },
      schema: { summary: 'Un token CSRF', response: { 200: csrfTokenResponse } },
    },
    async (request, reply) => ({ token: csrf.issue(request, reply) }),
  )

  app.post(
    '/api/auth/login/',
    {
      config: { access: 'public', fieldErrors: true },
      schema: {
        summary: 'Ingresar con rut o correo',
        body: loginRequest,
        response: { ...errorResponses, 200: userSchema },
      },
    },
    async (request, reply) => {
      const { user, sessionId, device } = await logIn(api, request.body, {
        userAgent: request.headers['user-agent'] ?? '',
        anonymous: anonymousActor(request),
        previous: request.session?.idHash ?? null,
        device: cookies.device(request) ?? null,
      })
      cookies.setSession(reply, sessionId)
      cookies.setDevice(reply, device)
      csrf.issue(request, reply, sessionId)
      return user
    },
  )

  app.post(
    '/api/auth/logout/',
    {
      config: { access: 'public', inView: true },
      schema: { summary: 'Cerrar la sesión', response: { ...errorResponses, 200: empty } },
    },
    async (request, reply) => {
      if (request.session) await logOut(db, actorOf(request), request.session)
      cookies.clearSession(reply)
      csrf.issue(request, reply, null)
      return {}
    },
  )

  app.get(
    '/api/auth/user/',
    {
      config: { access: 'user', inView: true },
      schema: {
        summary: 'Quién ingresó',
        response: { ...errorResponses, 200: signedInUserSchema },
      },
    },
    async (request) => presentSession(signedIn(request)),
  )
}
