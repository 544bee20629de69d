import { signedInUserSchema, userSchema } from '@carpeta/contract/auth'
import { errorResponses } from '@carpeta/contract/errors'
import { viewAsRequest } from '@carpeta/contract/view-as'
import type { Api } from '../app.ts'
import { signedIn } from '../http/access.ts'
import { actorOf } from '../http/actor.ts'
import { endView } from './end-view.ts'
import { startView } from './start-view.ts'

/** Staff see a member's folder as he sees it, and can change nothing in it. */
export function viewAsRoutes({ app, db, cookies, csrf }: Api): void {
  app.post(
    '/api/view-as/',
    {
      config: { access: 'users.view_as_member', fieldErrors: true },
      schema: {
        summary: 'Ver la carpeta como un socio',
        body: viewAsRequest,
        response: { ...errorResponses, 200: signedInUserSchema },
      },
    },
    async (request, reply) => {
      const { user_id: userId, reason } = request.body
      const wanted = { userId, reason }
      const { user, sessionId } = await startView(db, signedIn(request), actorOf(request), wanted)
      cookies.setSession(reply, sessionId)
      csrf.issue(request, reply, sessionId)
      return user
    },
  )

  app.post(
    '/api/view-as/end/',
    {
      config: { access: 'user', inView: true },
      schema: {
        summary: 'Dejar de ver la carpeta como un socio',
        response: { ...errorResponses, 200: userSchema },
      },
    },
    async (request, reply) => {
      const session = signedIn(request)
      // Who looks at nobody's folder is where this leads to.
      if (session.viewer === null) return session.user
      const sessionId = await endView(db, actorOf(request), session)
      cookies.setSession(reply, sessionId)
      csrf.issue(request, reply, sessionId)
      return session.viewer
    },
  )
}
