import { can } from '@carpeta/domain/access/permissions'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { formatRut } from '@carpeta/domain/people/rut'
import { mayManageAccount } from '@carpeta/domain/people/user-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MemberFile, memberFileQuery } from '../../../api/staff/member-file.ts'
import { useStoredUser } from '../../../session/use-stored-user.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EyeIcon, PencilIcon } from '../../../ui/icons/icons.tsx'
import { ButtonRow } from '../../../ui/layout/button-row.tsx'
import { AccountStateTag } from '../account-state-tag.tsx'
import { UserForm } from '../form/user-form.tsx'
import { fullName } from '../full-name.ts'
import { ViewAsDialog } from '../view-as-dialog.tsx'
import { AccountCard, LoginsCard } from './account-cards.tsx'
import { AuditCard } from './audit-card.tsx'
import classes from './member-file.module.css'
import { SaleAccessesCard } from './sale-accesses-card.tsx'
import { RequestsCard, SalesCard } from './sales-and-requests.tsx'

/** What staff look up about one person. The server leaves out what the user may not see. */
export function MemberFileView({ file }: { file: MemberFile }) {
  const { user, sales, requests, audit } = file
  const me = useStoredUser() ?? null
  const client = useQueryClient()
  const [opened, setOpened] = useState<'view' | 'edit' | null>(null)
  const canEdit = me !== null && can(me, 'auth.change_user') && mayManageAccount(me, user)
  return (
    <>
      <div className={classes.head}>
        <div className={classes.who}>
          <h1>{fullName(user)}</h1>
          <p className={classes.state}>
            <AccountStateTag state={user.account_state} />
            <span>{formatRut(user.profile.social_security)}</span>
          </p>
        </div>
        <ButtonRow>
          {canEdit && (
            <Button
              variant="default"
              leftSection={<PencilIcon size={18} />}
              onClick={() => setOpened('edit')}
            >
              Editar
            </Button>
          )}
          {me && mayViewAs(me, user) && (
            <Button
              variant="default"
              leftSection={<EyeIcon size={18} />}
              onClick={() => setOpened('view')}
            >
              Ver como socio
            </Button>
          )}
        </ButtonRow>
      </div>
      <div className={classes.parts}>
        <div className={classes.main}>
          {sales && <SalesCard sales={sales} />}
          {me && <SaleAccessesCard file={file} me={me} />}
          {requests && (
            <RequestsCard requests={requests} memberId={user.id} isOwn={user.id === me?.id} />
          )}
          {audit && <AuditCard entries={audit} rut={user.profile.social_security} />}
        </div>
        <div className={classes.aside}>
          <AccountCard file={file} />
          <LoginsCard logins={file.logins} />
        </div>
      </div>
      {opened === 'view' && <ViewAsDialog member={user} onClose={() => setOpened(null)} />}
      {me && opened === 'edit' && (
        <UserForm
          me={me}
          user={user}
          onSaved={async () => {
            await client.invalidateQueries({ queryKey: memberFileQuery(user.id).queryKey })
            setOpened(null)
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
