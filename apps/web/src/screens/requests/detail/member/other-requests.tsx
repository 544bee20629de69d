import { isOpen } from '@carpeta/domain/requests/request-states'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RequestRow, StaffRequest } from '../../../../api/workbench.ts'
import { useRowPath } from '../../../../list/row-path.ts'
import { RequestStateMark } from '../../../../requests/request-state.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { MergeRequest } from './merge-request.tsx'
import classes from './other-requests.module.css'

interface Props {
  request: StaffRequest
  /** Newest first. */
  rows: readonly RequestRow[]
}

/** The member's other requests; an open one can take this one in. */
export function OtherRequests({ request, rows }: Props) {
  const pathOf = useRowPath('/requests')
  const [into, setInto] = useState<RequestRow | null>(null)
  const canMerge = isOpen(request.state)
  return (
    <Card title="Otras solicitudes del socio">
      {rows.length === 0 ? (
        <p className={classes.none}>No tiene otras.</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={pathOf(row.id)}>
                Nº {row.id} · {row.procedure_title}
              </Link>
              <RequestStateMark state={row.state} />
              {canMerge && isOpen(row.state) && (
                <Button variant="default" size="xs" onClick={() => setInto(row)}>
                  Unir con Nº {row.id}…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {into && <MergeRequest request={request} into={into} onClose={() => setInto(null)} />}
    </Card>
  )
}
