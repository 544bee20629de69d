import * as endpoints from '@carpeta/contract/announcements/announcements-endpoints'
import { definitions } from '@carpeta/contract/announcements/announcements-schemas'
import type { DocumentServices } from '../documents/document-storage.ts'
import { receiveFile } from '../documents/receive-file.ts'
import type { Api } from '../http/api.ts'
import { readUpload } from '../http/read-upload.ts'
import { sendAttachment } from '../http/send-attachment.ts'
import { serve } from '../http/serve.ts'
import { addAnnouncementFile } from './attachments/add-announcement-file.ts'
import { openAnnouncementFile } from './attachments/open-announcement-file.ts'
import { removeAnnouncementFile } from './attachments/remove-announcement-file.ts'
import { listReach } from './audience/audience-store.ts'
import { pageOfReaders } from './audience/list-readers.ts'
import { copyAnnouncement } from './copy-announcement.ts'
import { deleteDraft } from './delete-draft.ts'
import { pageOfAnnouncements } from './list-announcements.ts'
import { readAnnouncement } from './present-announcement.ts'
import { publishAnnouncement } from './publish-announcement.ts'
import { changeAnnouncement, createAnnouncement } from './save-announcement.ts'
import { withdrawAnnouncement } from './withdraw-announcement.ts'

/** Staff write, publish and withdraw announcements, and see who has read them. */
export function announcementsRoutes(api: Api & DocumentServices): void {
  serve(api, endpoints, definitions, {
    listAnnouncements: ({ query }) => pageOfAnnouncements(api, query),
    listAudiences: async () => ({ results: await listReach(api.db) }),
    getAnnouncement: ({ params }) => readAnnouncement(api.db, params.id),
    createAnnouncement: ({ caller, body }) => createAnnouncement(api, caller, body),
    changeAnnouncement: ({ caller, params: { id }, body: { version, ...changes } }) =>
      changeAnnouncement(api, caller, { id, version, changes }),
    deleteAnnouncement: async ({ caller, params }) => {
      await deleteDraft(api, caller, params.id)
      return {}
    },
    publishAnnouncement: ({ caller, params: { id }, body: { version } }) =>
      publishAnnouncement(api, caller, { id, version }),
    withdrawAnnouncement: ({ caller, params }) => withdrawAnnouncement(api, caller, params.id),
    copyAnnouncement: ({ caller, params }) => copyAnnouncement(api, caller, params.id),
    addAnnouncementFile: async ({ caller, params: { id }, request }) => {
      const upload = await readUpload(request, (incoming) => receiveFile(incoming, api.config))
      await using file = upload.file
      return await addAnnouncementFile(api, caller, { id, file })
    },
    removeAnnouncementFile: ({ caller, params: { id, document_id: documentId } }) =>
      removeAnnouncementFile(api, caller, { id, documentId }),
    downloadAnnouncementFile: async ({ caller, params, reply }) => {
      const { id, document_id: documentId } = params
      const { file, content } = await openAnnouncementFile(api, caller, { id, documentId })
      return sendAttachment(reply, file, content)
    },
    listReaders: ({ caller, params: { id }, query }) => pageOfReaders(api, caller, { id, query }),
  })
}
