import type { StaffRequest } from '../../../../api/workbench.ts'
import { DocumentRow } from '../../../../requests/document-row.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'

/** The answer that the member received. */
export function GivenAnswer({ request: { answer, answer_files } }: { request: StaffRequest }) {
  return (
    <Card title="Respuesta al socio" tone="answer">
      <p className={classes.text}>{answer}</p>
      {answer_files.length > 0 && (
        <ul className={classes.documents}>
          {answer_files.map((file) => (
            <DocumentRow key={file.id} document={file} />
          ))}
        </ul>
      )}
    </Card>
  )
}
