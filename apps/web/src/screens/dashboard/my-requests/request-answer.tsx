import type { MemberRequest } from '@carpeta/contract/requests'
import type { ReactNode } from 'react'
import { DocumentRow } from '../../../requests/document-row.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import classes from './my-requests.module.css'

interface Props {
  request: MemberRequest
  /** What the member may say of it. */
  children?: ReactNode
}

/** The cooperative's answer with its files. */
export function RequestAnswer({ request, children }: Props) {
  return (
    <section className={classes.part} data-answer>
      <h4>Respuesta de la cooperativa</h4>
      <p className={classes.text}>{request.answer}</p>
      {request.answer_files.length > 0 && <AnswerFiles request={request} />}
      {children}
    </section>
  )
}

/** The files of an earlier answer stay available after the request is reopened. */
export function EarlierFiles({ request }: { request: MemberRequest }) {
  return (
    <section className={classes.part}>
      <h4>Archivos de una respuesta anterior</h4>
      <AnswerFiles request={request} />
    </section>
  )
}

function AnswerFiles({ request }: { request: MemberRequest }) {
  return (
    <Stack as="ul" gap="md">
      {request.answer_files.map((file) => (
        <DocumentRow key={file.id} document={file} />
      ))}
    </Stack>
  )
}
