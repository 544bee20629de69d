import type { User } from '@carpeta/contract/auth'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { formatRut } from '@carpeta/domain/people/rut'
import { Link } from 'react-router'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { AccountForm } from './account-form.tsx'
import { DataAccesses } from './data-accesses.tsx'
import { EmailPreferences } from './email-preferences.tsx'
import { MyData } from './my-data.tsx'
import { OfflineCard } from './offline-card.tsx'
import classes from './profile.module.css'
import { SaleAccessesCard } from './sale-accesses-card.tsx'
import { SecurityCard } from './security-card.tsx'

export function Screen() {
  const user = useStoredUser()
  return (
    <Page title="Mi perfil" actions={<Link to="/dashboard">Volver</Link>}>
      <div className={classes.parts}>
        <UserCard user={user ?? undefined} />
        {user?.viewed_by ? (
          <Notice tone="info">{viewAsMessages.notShown.text}</Notice>
        ) : (
          <Settings user={user ?? undefined} />
        )}
      </div>
    </Page>
  )
}

/** The settings that staff cannot see. */
function Settings({ user }: { user: User | undefined }) {
  return (
    <Stack gap="xl">
      <AccountForm user={user} />
      <EmailPreferences user={user} />
      <SecurityCard user={user} />
      <OfflineCard user={user} />
      <SaleAccessesCard user={user} />
      <MyData user={user} />
      <DataAccesses user={user} />
    </Stack>
  )
}

/** Without a user it shows a skeleton. */
function UserCard({ user }: { user: User | undefined }) {
  const isView = useIsView()
  const rut = formatRut(user?.profile?.social_security ?? '')
  return (
    <Card className={classes.user} size="lg" aria-label="Tus datos">
      <div className={classes.initials} aria-hidden="true">
        {user && initials(user)}
      </div>
      <div className={classes.text}>
        {user ? (
          <>
            <p className={classes.name}>{`${user.first_name} ${user.last_name}`.trim()}</p>
            <p className={classes.detail}>{user.email}</p>
            {rut && <p className={classes.detail}>Rut {rut}</p>}
          </>
        ) : (
          <>
            <Skeleton width="70%" height={20} style={{ marginTop: 4 }} />
            <Skeleton width="90%" height={14} style={{ marginTop: 10 }} />
            <Skeleton width="50%" height={14} style={{ marginTop: 8 }} />
          </>
        )}
      </div>
      {!isView && (
        <Button component={Link} to="/change-password" variant="default" fullWidth>
          Cambiar contraseña
        </Button>
      )}
    </Card>
  )
}

function initials({ first_name, last_name }: User): string {
  return [first_name, last_name].map((name) => name.trim().charAt(0).toUpperCase()).join('')
}
