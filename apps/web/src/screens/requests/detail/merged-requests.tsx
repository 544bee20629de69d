import type { MergedRequest } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { Link } from 'react-router'
import type { StaffRequest } from '../../../api/workbench.ts'
import { useRowPath } from '../../../list/row-path.ts'
import { DocumentReview } from '../../../requests/document-review.tsx'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import classes from './detail.module.css'
import { DocumentsWithPreview } from './preview/documents-with-preview.tsx'
import { PreviewButton } from './preview/preview-button.tsx'
import { PreviewUnderRow } from './preview/preview-under-row.tsx'

/** What came with the requests that were merged into this one. */
export function MergedRequests({ request: { merged } }: { request: StaffRequest }) {
  return merged.map((each) => <Merged key={each.id} merged={each} />)
}

function Merged({ merged }: { merged: MergedRequest }) {
  const { id, procedure_title: title, sent_at, comment, documents } = merged
  const pathOf = useRowPath('/requests')
  return (
    <Card title={`De la solicitud Nº ${id}, que se unió a esta`}>
      <p className={classes.detail}>
        <Link to={pathOf(id)}>{title}</Link>
        {sent_at && ` · Enviada el ${dateTimeInSantiago(sent_at)}`}
      </p>
      <p className={comment ? classes.text : classes.detail}>{comment || 'Sin comentarios.'}</p>
      {documents.length > 0 && (
        <DocumentsWithPreview documents={documents} folded={[]}>
          <ul className={classes.documents}>
            {documents.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                action={<PreviewButton document={document} />}
                below={<PreviewUnderRow document={document} />}
              >
                <DocumentReview document={document} isClosed />
              </DocumentRow>
            ))}
          </ul>
        </DocumentsWithPreview>
      )}
    </Card>
  )
}
