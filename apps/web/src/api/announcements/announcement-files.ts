import { downloadAnnouncementFile } from '@carpeta/contract/announcements/announcements-endpoints'
import { download } from '../client/download.ts'

export function downloadFile(announcementId: number, fileId: number): Promise<Blob | null> {
  return download(downloadAnnouncementFile, {
    params: { id: announcementId, document_id: fileId },
  })
}
