import { Link } from 'react-router'
import type { RequestRow } from '../../../../api/workbench.ts'
import { RequestStateMark } from '../../../../requests/request-state.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { useSearchWith } from '../../address.ts'
import classes from './other-requests.module.css'

/** The member's other requests, newest first. */
export function OtherRequests({ rows }: { rows: readonly RequestRow[] }) {
  const searchWith = useSearchWith()
  return (
    <Card title="Otras solicitudes del socio">
      {rows.length === 0 ? (
        <p className={classes.none}>No tiene otras.</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map(({ id, procedure_title: title, state }) => (
            <li key={id}>
              <Link to={{ search: searchWith(id) }}>
                Nº {id} · {title}
              </Link>
              <RequestStateMark state={state} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
