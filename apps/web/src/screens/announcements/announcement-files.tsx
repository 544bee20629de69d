import { announcementLimits } from '@carpeta/domain/announcements/announcement-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnnouncementFile } from '../../announcements/announcement-file.tsx'
import {
  addFile,
  announcementQuery,
  removeFile,
  type WireAnnouncement,
} from '../../api/announcements.ts'
import { AttachFile } from '../../forms/attach-file.tsx'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'

/** A draft's files are added as soon as they are chosen. */
export function AnnouncementFiles({ announcement }: { announcement: WireAnnouncement }) {
  const { id, state, files } = announcement
  const isDraft = state === 'draft'
  const { run, busy, failure } = useFileChange(id)
  if (!isDraft && files.length === 0) return null

  return (
    <Card title="Archivos">
      {isDraft && files.length === 0 && <p>Puedes adjuntar PDF o imágenes.</p>}
      {files.length > 0 && (
        <Stack as="ul" gap="md">
          {files.map((file) => (
            <AnnouncementFile key={file.id} announcementId={id} file={file}>
              {isDraft && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Quitar ${file.name}`}
                  loading={busy === file.id}
                  onClick={() => void run(file.id, () => removeFile(announcement, file.id))}
                >
                  Quitar
                </Button>
              )}
            </AnnouncementFile>
          ))}
        </Stack>
      )}
      {isDraft && (
        <AttachFile
          add={(file, onProgress) => run('add', () => addFile(announcement, file, onProgress))}
          isDisabled={busy !== null || files.length >= announcementLimits.files}
          failure={failure !== undefined && <FailureNotice error={failure} />}
        />
      )}
    </Card>
  )
}

/** Runs one change at a time and shows its outcome. */
function useFileChange(id: number) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<number | 'add' | null>(null)
  const [failure, setFailure] = useState<unknown>()

  async function run(what: number | 'add', change: () => Promise<WireAnnouncement>) {
    setBusy(what)
    setFailure(undefined)
    try {
      client.setQueryData(announcementQuery(id).queryKey, await change())
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }

  return { run, busy, failure }
}
