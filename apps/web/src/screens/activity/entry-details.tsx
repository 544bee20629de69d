import type { FactNames } from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { AuditEntry } from '../../api/audit.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import classes from './activity.module.css'
import { type Change, changesOf } from './entry-changes.ts'
import type { FoldedEntry } from './fold-reads.ts'

const MAX_VISIBLE = 3

interface Props {
  entry: FoldedEntry
  names: FactNames
}

/** The changes, the reason and the origin of an entry. */
export function EntryDetails({ entry, names }: Props) {
  const { repeats = [] } = entry
  if (repeats.length === 0) return <Details entry={entry} names={names} />
  return (
    <div className={classes.details}>
      <Details entry={entry} names={names} />
      <details>
        <summary>Las {repeats.length} anteriores</summary>
        {repeats.map((each) => (
          <div key={each.id} className={classes.repeat}>
            <p>{dateTimeInSantiago(each.at)}</p>
            <Details entry={each} names={names} />
          </div>
        ))}
      </details>
    </div>
  )
}

function Details({ entry, names }: { entry: AuditEntry; names: FactNames }) {
  const changes = changesOf(entry, names)
  const { reason, address, request_id } = entry
  if (!reason && !address && !request_id && changes.length === 0) return <>-</>
  return (
    <div className={classes.details}>
      {reason && <p>Motivo: {reason}</p>}
      {changes.length > MAX_VISIBLE ? (
        <details>
          <summary>{changes.length} datos</summary>
          <Changes changes={changes} />
        </details>
      ) : (
        <Changes changes={changes} />
      )}
      {(address || request_id) && (
        <details className={classes.origin}>
          <summary>Origen</summary>
          {address && <p>Dirección {address}</p>}
          {request_id && <p>Llamada {request_id}</p>}
        </details>
      )}
    </div>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.name}>{name}:</span>{' '}
          {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && (
            <>
              {' '}
              <span aria-hidden="true">→</span>
              <VisuallyHidden component="span">pasó a</VisuallyHidden>{' '}
            </>
          )}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  )
}
