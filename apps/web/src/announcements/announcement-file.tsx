import type { AnnouncementFile as WireFile } from '@carpeta/contract/announcements'
import { fileSize } from '@carpeta/domain/requests/document-rules'
import type { ReactNode } from 'react'
import { download } from '../api/download.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { DocumentPicture } from '../ui/display/document-picture.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { useDownload } from '../ui/use-download.ts'
import classes from './announcement-file.module.css'

interface Props {
  announcementId: number
  file: WireFile
  /** Beside the download. */
  children?: ReactNode
}

export function AnnouncementFile({ announcementId, file, children }: Props) {
  const { id, name, size } = file
  const { underWay, failure, save } = useDownload()
  return (
    <li className={classes.file}>
      <DocumentPicture name={name} file={null} />
      <div>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>{fileSize(size)}</p>
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          leftSection={<DownloadIcon size={16} />}
          aria-label={`Descargar ${name}`}
          loading={underWay !== null}
          onClick={() => void save(name, () => downloadFile(announcementId, id))}
        >
          Descargar
        </Button>
        {children}
      </div>
      {failure !== undefined && <FailureNotice error={failure} />}
    </li>
  )
}

function downloadFile(announcementId: number, fileId: number): Promise<Blob | null> {
  return download('GET /api/announcements/:id/files/:document_id/', {
    params: { id: announcementId, document_id: fileId },
  })
}
