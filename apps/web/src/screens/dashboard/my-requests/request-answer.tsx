import type { MemberRequest } from '@carpeta/contract/requests'
import { DocumentRow } from '../../../requests/document-row.tsx'
import classes from './my-requests.module.css'

/** What the cooperative answered, with the files that came along. */
export function RequestAnswer({ request: { answer, answer_files } }: { request: MemberRequest }) {
  return (
    <section className={classes.part} data-answer>
      <h4>Respuesta de la cooperativa</h4>
      <p className={classes.text}>{answer}</p>
      {answer_files.length > 0 && (
        <ul className={classes.documents}>
          {answer_files.map((file) => (
            <DocumentRow key={file.id} document={file} />
          ))}
        </ul>
      )}
    </section>
  )
}
