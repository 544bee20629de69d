import { endpoints } from '@carpeta/contract/view-as'
import { presentSession } from '../auth/sessions.ts'
import type { Api } from '../http/api.ts'
import { setSession } from '../http/csrf.ts'
import { serve } from '../http/serve.ts'
import { endView, startView } from './view-as.ts'

/** Staff view the portal as a member, read-only. */
export function viewAsRoutes(api: Api): void {
  serve(api, endpoints, {
    'POST /api/view-as/': async ({ caller, body: { user_id: userId, reason }, request, reply }) => {
      const { user, sessionId } = await startView(api, caller, { userId, reason })
      setSession(api, request, reply, sessionId)
      return user
    },
    'POST /api/view-as/end/': async ({ caller, request, reply }) => {
      if (caller.viewer === null) return presentSession(caller)
      setSession(api, request, reply, await endView(api, caller))
      return presentSession({ user: caller.viewer })
    },
  })
}
