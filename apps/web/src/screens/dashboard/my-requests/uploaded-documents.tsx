import type { MemberRequest } from '@carpeta/contract/requests'
import { isClosed } from '@carpeta/domain/requests/request-states'
import { DocumentReview } from '../../../requests/document-review.tsx'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from './my-requests.module.css'

/** The member's documents with their review. */
export function UploadedDocuments({ request: { documents, state } }: { request: MemberRequest }) {
  return (
    <section className={classes.part}>
      <h4>Tus documentos</h4>
      <Stack as="ul" gap="md">
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document}>
            {/* In a closed request, a pending review will not happen. */}
            {!(isClosed(state) && document.review === 'pending') && (
              <DocumentReview document={document} />
            )}
          </DocumentRow>
        ))}
      </Stack>
    </section>
  )
}
