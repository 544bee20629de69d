import { announcementLimits } from '@carpeta/domain/announcements/announcement-rules'
import {
  acceptedExtensions,
  documentMessages,
  isAcceptedFile,
  isFileTooLarge,
} from '@carpeta/domain/requests/document-rules'
import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AnnouncementFile } from '../../../announcements/announcement-file.tsx'
import {
  addFile,
  announcementQuery,
  removeFile,
  type WireAnnouncement,
} from '../../../api/announcements/announcements.ts'
import { FailureNotice } from '../../../session/failures/failure-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Progress } from '../../../ui/feedback/progress.ts'
import { PlusIcon } from '../../../ui/icons/icons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from './detail.module.css'

interface Upload {
  name: string
  share: number
}

/** A draft's files are added as soon as they are chosen. */
export function AnnouncementFiles({ announcement }: { announcement: WireAnnouncement }) {
  const { id, state, files } = announcement
  const isDraft = state === 'draft'
  const { run, busy, failure } = useFileChange(id)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [problem, setProblem] = useState('')
  const emptyChoice = useRef<() => void>(null)
  if (!isDraft && files.length === 0) return null

  async function add(file: File | null) {
    if (!file) return
    // Without a reset the browser does not report the same file again.
    emptyChoice.current?.()
    setProblem(fileError(file))
    if (fileError(file)) return
    const tell = (share: number) => setUpload({ name: file.name, share })
    tell(0)
    await run('add', () => addFile(announcement, file, tell))
    setUpload(null)
  }

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
      {upload && (
        <div className={classes.upload} role="status">
          <p>Subiendo {upload.name}</p>
          <Progress value={upload.share * 100} aria-label={`Subiendo ${upload.name}`} />
        </div>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
      {failure !== undefined && <FailureNotice error={failure} />}
      {isDraft && (
        <div>
          <FileButton
            accept={acceptedExtensions.join(',')}
            onChange={(file) => void add(file)}
            resetRef={emptyChoice}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                leftSection={<PlusIcon size={16} />}
                disabled={busy !== null || files.length >= announcementLimits.files}
              >
                Adjuntar archivo
              </Button>
            )}
          </FileButton>
        </div>
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

function fileError({ name, size }: File): string {
  if (!isAcceptedFile(name)) return documentMessages.type
  return isFileTooLarge(size) ? documentMessages.tooLarge : ''
}
