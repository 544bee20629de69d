import * as endpoints from '@carpeta/contract/announcements/member-announcements-endpoints'
import { definitions } from '@carpeta/contract/announcements/member-announcements-schemas'
import { recordAuditedRead } from '../../audit/record-audit-event.ts'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { listOwn, markOwnRead, readOwn } from './member-announcements.ts'

/** The announcements that concern the member. */
export function memberAnnouncementsRoutes(api: Api): void {
  const { db } = api
  serve(api, endpoints, definitions, {
    listOwnAnnouncements: async ({ caller }) => {
      const results = await listOwn(db, caller.user)
      await recordAuditedRead(db, caller, { type: 'announcement', id: '' }, caller.user.id)
      return { results }
    },
    getOwnAnnouncement: async ({ caller, params: { id } }) => {
      const announcement = await readOwn(db, caller.user, id)
      await recordAuditedRead(db, caller, { type: 'announcement', id }, caller.user.id)
      return announcement
    },
    readOwnAnnouncement: async ({ caller, params }) => {
      await markOwnRead(api, caller, params.id)
      return {}
    },
  })
}
