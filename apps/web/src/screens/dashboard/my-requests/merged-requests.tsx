import type { MemberRequest } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from './my-requests.module.css'

/** What the member sent with the requests that were merged into this one. */
export function MergedRequests({ request: { merged } }: { request: MemberRequest }) {
  return merged.map(({ id, procedure_title: title, sent_at, comment, documents }) => (
    <section key={id} className={classes.part}>
      <h4>De tu solicitud Nº {id}, que unimos a esta</h4>
      <p className={classes.detail}>
        {title}
        {sent_at && ` · Enviada el ${dateTimeInSantiago(sent_at)}`}
      </p>
      {comment && <p className={classes.text}>{comment}</p>}
      {documents.length > 0 && (
        <Stack as="ul" gap="md">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </Stack>
      )}
    </section>
  ))
}
