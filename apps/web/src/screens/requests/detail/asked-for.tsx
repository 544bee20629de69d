import { documentsLabel } from '@carpeta/domain/requests/document-rules'
import type { StaffRequest } from '../../../api/workbench.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from './detail.module.css'
import { DocumentsWithPreview } from './preview/documents-with-preview.tsx'
import { ReviewedDocument } from './reviewed-document.tsx'

/** The member's comment and documents. */
export function AskedFor({ request }: { request: StaffRequest }) {
  const { comment, documents, procedure } = request
  const required = procedure.documents.length
  return (
    <Card title="Lo que pide">
      <p className={comment ? classes.text : classes.detail}>{comment || 'Sin comentarios.'}</p>
      {documents.length > 0 && (
        <Stack gap="md">
          <h3>{documentsLabel(required)}</h3>
          <DocumentsWithPreview documents={documents} folded={request.replaced_documents}>
            <ul className={classes.documents}>
              {documents.map((document) => (
                <ReviewedDocument key={document.id} request={request} document={document} />
              ))}
            </ul>
          </DocumentsWithPreview>
        </Stack>
      )}
      <details className={classes.about}>
        <summary>Qué dice el trámite</summary>
        <p className={classes.text}>{procedure.description}</p>
      </details>
    </Card>
  )
}
