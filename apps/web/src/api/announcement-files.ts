import { download } from './client/download.ts'

export function downloadFile(announcementId: number, fileId: number): Promise<Blob | null> {
  return download('GET /api/announcements/:id/files/:document_id/', {
    params: { id: announcementId, document_id: fileId },
  })
}
