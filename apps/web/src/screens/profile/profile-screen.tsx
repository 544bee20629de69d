import type { User } from '@carpeta/contract/auth'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { Link } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { AccountForm } from './account-form.tsx'
import { EmailPreferences } from './email-preferences.tsx'
import { OfflineCard } from './offline/offline-card.tsx'
import { DataAccesses } from './personal-data/data-accesses.tsx'
import { MyData } from './personal-data/my-data.tsx'
import classes from './profile.module.css'
import { SaleAccessesCard } from './sale-accesses/sale-accesses-card.tsx'
import { SecurityCard } from './security/security-card.tsx'
import { UserCard } from './user-card.tsx'

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
