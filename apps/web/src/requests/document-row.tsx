import type { WireDocument } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { fileSize } from '@carpeta/domain/requests/file-size'
import type { ReactNode } from 'react'
import { downloadDocument } from '../api/documents.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { DocumentPicture } from '../ui/display/document-picture.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { useDownload } from '../ui/use-download.ts'
import classes from './document-row.module.css'

interface Props {
  document: WireDocument
  /** Beside the download. */
  action?: ReactNode
  /** The document's review. */
  children?: ReactNode
  /** Over the whole width. */
  below?: ReactNode
}

/** A stored document with its download button. */
export function DocumentRow({ document, action, children, below }: Props) {
  const { name, title, size, uploaded_at } = document
  const { underWay, failure, save } = useDownload()
  return (
    <li className={classes.document}>
      <DocumentPicture name={name} file={null} />
      <div>
        <p className={classes.name}>{title || name}</p>
        <p className={classes.detail}>
          {title && `${name} · `}
          {fileSize(size)} · {dateTimeInSantiago(uploaded_at)}
        </p>
      </div>
      <div className={classes.buttons}>
        {action}
        <Button
          variant="default"
          size="xs"
          leftSection={<DownloadIcon size={16} />}
          aria-label={`Descargar ${name}`}
          loading={underWay !== null}
          onClick={() => void save(name, () => downloadDocument(document))}
        >
          Descargar
        </Button>
      </div>
      {children && <div className={classes.review}>{children}</div>}
      {below && <div className={classes.below}>{below}</div>}
      {failure !== undefined && <FailureNotice error={failure} />}
    </li>
  )
}
