import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { auditObjectName, type NamesById } from '@carpeta/domain/audit/audit-facts'
import type { AuditEntry } from '../../api/audit.ts'
import classes from './activity.module.css'
import type { FoldedEntry } from './fold-reads.ts'

export function Actor({ entry: { actor, on_behalf_of, address } }: { entry: AuditEntry }) {
  return (
    <>
      {actor ? personName(actor) : <NoActor address={address} />}
      {on_behalf_of && <p className={classes.more}>viendo como {personName(on_behalf_of)}</p>}
    </>
  )
}

/** A command run on the server has no IP address. */
function NoActor({ address }: { address: string }) {
  return <span className={classes.empty}>{address ? 'Sin sesión' : 'Un comando del servidor'}</span>
}

interface ActionProps {
  entry: FoldedEntry
  users: NamesById
}

export function Action({ entry, users }: ActionProps) {
  const { action, object_type, object_id, repeats = [] } = entry
  const name = object_type === 'user' ? users.get(Number(object_id)) : undefined
  return (
    <>
      <span className={classes.action}>
        {isAuditAction(action) ? auditActions[action] : action}
      </span>
      {object_type && (
        <p className={classes.more}>
          {auditObjectName(object_type)} {name ?? object_id}
        </p>
      )}
      {repeats.length > 0 && <p className={classes.more}>{repeats.length + 1} veces seguidas</p>}
    </>
  )
}

/** A deleted account is shown by its id. */
export function personName({ id, name }: { id: number; name: string }): string {
  return name || `Usuario nº ${id}`
}
