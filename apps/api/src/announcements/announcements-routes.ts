import { endpoints } from '@carpeta/contract/announcements'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import type { DocumentServices } from '../documents/document-storage.ts'
import type { GuardServices } from '../documents/guard-file.ts'
import { receiveUpload } from '../documents/receive-file.ts'
import type { Api } from '../http/api.ts'
import { sendAttachment } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import { previewEmail } from './announcement-emails.ts'
import {
  addAnnouncementFile,
  openAnnouncementFile,
  removeAnnouncementFile,
} from './announcement-files.ts'
import { listReach } from './audience-store.ts'
import { changeAnnouncement, copyAnnouncement, createAnnouncement } from './drafts.ts'
import { listOwn, markOwnRead, readOwn } from './own-announcements.ts'
import { deleteDraft, publishAnnouncement, withdrawAnnouncement } from './publication.ts'
import { pageOfAnnouncements, pageOfReaders, readAnnouncement } from './read-announcements.ts'

/** Staff write, publish and withdraw announcements, and see who has read them; members read theirs. */
export function announcementsRoutes(
  api: Api & DocumentServices & GuardServices & { limits: RateLimits },
): void {
  serve(api, endpoints, {
    'GET /api/announcements/': ({ query }) => pageOfAnnouncements(api, query),
    'GET /api/announcements/audiences/': async () => ({ results: await listReach(api.db) }),
    'GET /api/announcements/:id/': ({ params }) => readAnnouncement(api.db, params.id),
    'GET /api/announcements/:id/email/': ({ caller, params }) =>
      previewEmail(api, caller, params.id),
    'POST /api/announcements/': ({ caller, body }) => createAnnouncement(api, caller, body),
    'PATCH /api/announcements/:id/': ({ caller, params: { id }, body: { version, ...changes } }) =>
      changeAnnouncement(api, caller, { id, version, changes }),
    'DELETE /api/announcements/:id/': async ({ caller, params, query }) => {
      await deleteDraft(api, caller, { ...params, ...query })
      return {}
    },
    'POST /api/announcements/:id/publish/': ({ caller, params: { id }, body }) =>
      publishAnnouncement(api, caller, { id, version: body.version, publishAt: body.publish_at }),
    'POST /api/announcements/:id/withdraw/': ({ caller, params: { id }, body }) =>
      withdrawAnnouncement(api, caller, { id, version: body.version }),
    'POST /api/announcements/:id/copy/': ({ caller, params }) =>
      copyAnnouncement(api, caller, params.id),
    'POST /api/announcements/:id/files/': ({ caller, params: { id }, request, signal }) =>
      receiveUpload(api, { caller, request }, ({ file }) =>
        addAnnouncementFile(api, caller, { id, file, signal }),
      ),
    'DELETE /api/announcements/:id/files/:document_id/': ({
      caller,
      params: { id, document_id: documentId },
      query: { version },
    }) => removeAnnouncementFile(api, caller, { id, documentId, version }),
    'GET /api/announcements/:id/files/:document_id/': async ({ caller, params, reply }) => {
      const { id, document_id: documentId } = params
      const { file, content } = await openAnnouncementFile(api, caller, { id, documentId })
      return sendAttachment(reply, file, content)
    },
    'GET /api/announcements/:id/readers/': ({ caller, params: { id }, query }) =>
      pageOfReaders(api, caller, { id, query }),

    // The announcements that concern the member.
    'GET /api/client/announcements/': async ({ caller }) => {
      const results = await listOwn(api.db, caller.user)
      await recordAuditedRead(api.db, caller, { type: 'announcement', id: '' }, caller.user.id)
      return { results }
    },
    'GET /api/client/announcements/:id/': async ({ caller, params: { id } }) => {
      const announcement = await readOwn(api.db, caller.user, id)
      await recordAuditedRead(api.db, caller, { type: 'announcement', id }, caller.user.id)
      return announcement
    },
    'POST /api/client/announcements/:id/read/': async ({ caller, params }) => {
      await markOwnRead(api, caller, params.id)
      return {}
    },
  })
}
