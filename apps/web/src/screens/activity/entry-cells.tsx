import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { auditObjectName } from '@carpeta/domain/audit/audit-facts'
import type { AuditEntry } from '../../api/audit.ts'
import classes from './activity.module.css'

export function Actor({ entry: { actor, on_behalf_of, address } }: { entry: AuditEntry }) {
  return (
    <>
      {actor ? personName(actor) : <NoActor address={address} />}
      {on_behalf_of && <p className={classes.more}>en nombre de {personName(on_behalf_of)}</p>}
    </>
  )
}

/** A command run on the server has no IP address. */
function NoActor({ address }: { address: string }) {
  return <span className={classes.empty}>{address ? 'Sin sesión' : 'Un comando del servidor'}</span>
}

export function Action({ entry: { action, object_type, object_id } }: { entry: AuditEntry }) {
  return (
    <>
      <span className={classes.action}>
        {isAuditAction(action) ? auditActions[action] : action}
      </span>
      {object_type && (
        <p className={classes.more}>
          {auditObjectName(object_type)} {object_id}
        </p>
      )}
    </>
  )
}

/** A deleted account is shown by its id. */
export function personName({ id, name }: { id: number; name: string }): string {
  return name || `Usuario nº ${id}`
}
