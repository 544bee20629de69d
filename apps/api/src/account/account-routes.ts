import {
  changePasswordRequest,
  checkLinkQuery,
  clientResponse,
  linkCheckResponse,
  restorePasswordRequest,
  sendRestoreRequest,
  sessionsResponse,
  setPasswordRequest,
  setPasswordResponse,
} from '@carpeta/contract/accounts'
import { confirmEmailRequest, empty, registerRequest } from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import type { Api } from '../app.ts'
import { endOtherSessions } from '../auth/end-other-sessions.ts'
import { listSessions } from '../auth/sessions-store.ts'
import { signedIn } from '../http/access.ts'
import { actorOf, anonymousActor } from '../http/actor.ts'
import { clientAddress } from '../http/client-address.ts'
import { changePassword } from './change-password.ts'
import { describeDevice, describePlace } from './describe-session.ts'
import { checkLink } from './links/check-link.ts'
import { requestRestore } from './links/request-restore.ts'
import { setPassword } from './links/set-password.ts'
import { confirmEmail, register, requireOpenRegistration } from './register.ts'

/** Activation, restore, one's password and one's sessions (spec §7, wire.md §10). */
export function accountsRoutes(api: Api): void {
  const { app, db, config, cookies, csrf } = api
  const answers = <Ok>(ok: Ok) => ({ ...errorResponses, 422: errorResponses[413], 200: ok })

  app.post(
    '/api/send-restore-password-ss/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Pedir la carta para recuperar la contraseña',
        body: sendRestoreRequest,
        response: answers(empty),
      },
    },
    async (request) => {
      await requestRestore(api, anonymousActor(request), request.body.social_security)
      return {}
    },
  )

  app.get(
    '/api/client/check/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Adónde lleva un enlace',
        querystring: checkLinkQuery,
        response: answers(linkCheckResponse),
      },
    },
    (request) => checkLink(api, request.query.token, clientAddress(request)),
  )

  app.post(
    '/api/client/password/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Activar la cuenta o restaurar la contraseña',
        body: setPasswordRequest,
        response: answers(setPasswordResponse),
      },
    },
    (request) => setPassword(api, anonymousActor(request), request.body),
  )

  app.post(
    '/api/restore-password/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Restaurar la contraseña',
        body: restorePasswordRequest,
        response: answers(setPasswordResponse),
      },
    },
    (request) => {
      const { code, password } = request.body
      return setPassword(api, anonymousActor(request), { token: code, password }, ['restore'])
    },
  )

  app.post(
    '/api/client/password/change/',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Cambiar la propia contraseña',
        body: changePasswordRequest,
        response: answers(empty),
      },
    },
    async (request, reply) => {
      const { old_password: oldPassword, new_password: newPassword } = request.body
      const visit = {
        userAgent: request.headers['user-agent'] ?? '',
        actor: actorOf(request),
      }
      const { user } = signedIn(request)
      const sessionId = await changePassword(api, user, { oldPassword, newPassword }, visit)
      cookies.setSession(reply, sessionId)
      csrf.issue(request, reply, sessionId)
      return {}
    },
  )

  app.get(
    '/api/client/',
    {
      config: { access: 'client', inView: true },
      schema: { summary: 'El socio que ingresó', response: answers(clientResponse) },
    },
    async (request) => {
      const { id, first_name, last_name, email, profile } = signedIn(request).user
      return { id, first_name, last_name, email, is_active: true as const, profile }
    },
  )

  app.get(
    '/api/client/sessions/',
    {
      config: { access: 'user' },
      schema: { summary: 'Las propias sesiones abiertas', response: answers(sessionsResponse) },
    },
    async (request) => {
      const { user, idHash } = signedIn(request)
      const sessions = await listSessions(db, user.id, config)
      const results = sessions.map((session) => ({
        device: describeDevice(session.userAgent),
        place: describePlace(session.address),
        last_used_at: session.lastUsedAt.toISOString(),
        is_current: session.idHash === idHash,
      }))
      return { results }
    },
  )

  app.post(
    '/api/client/sessions/end-others/',
    {
      config: { access: 'user' },
      schema: { summary: 'Cerrar las otras sesiones', response: answers(empty) },
    },
    async (request) => {
      await endOtherSessions(db, actorOf(request), signedIn(request))
      return {}
    },
  )

  app.post(
    '/api/auth/register/',
    {
      config: { access: 'public', fieldErrors: true },
      preValidation: async () => requireOpenRegistration(config),
      schema: {
        summary: 'Registrarse, donde la cooperativa lo permite',
        body: registerRequest,
        response: { ...answers(empty), 201: empty },
      },
    },
    async (request, reply) => {
      await register(api, anonymousActor(request), request.body)
      return reply.code(201).send({})
    },
  )

  app.post(
    '/api/confirm-email/',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Confirmar el correo',
        body: confirmEmailRequest,
        response: answers(empty),
      },
    },
    async (request) => {
      await confirmEmail(api, anonymousActor(request), request.body.code)
      return {}
    },
  )
}
