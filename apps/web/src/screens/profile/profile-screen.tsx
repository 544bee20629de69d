import type { User } from '@carpeta/contract/auth/auth-schemas'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { Link } from 'react-router'
import { Page } from '../../layout/page.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Notice } from '../../ui/notice.tsx'
import { AccountForm } from './account-form.tsx'
import { DataAccesses } from './data-accesses.tsx'
import { LetterPreferences } from './letter-preferences.tsx'
import { MyData } from './my-data.tsx'
import { OpenSessions } from './open-sessions.tsx'
import classes from './profile.module.css'
import { SessionsSkeleton } from './sessions-skeleton.tsx'
import { UserCard } from './user-card.tsx'

export function Screen() {
  const user = useStoredUser()
  return (
    <Page title="Mi perfil" actions={<Link to="/dashboard">Volver</Link>}>
      <div className={classes.parts}>
        <UserCard user={user ?? undefined} />
        {user?.viewed_by ? (
          <Notice tone="info">{viewAsMessages.notShown}</Notice>
        ) : (
          <Settings user={user ?? undefined} />
        )}
      </div>
    </Page>
  )
}

/** What is nobody's business but his own. */
function Settings({ user }: { user: User | undefined }) {
  return (
    <div className={classes.settings}>
      <AccountForm user={user} />
      <section className={classes.setting} aria-labelledby="cartas">
        <h2 id="cartas">Cartas</h2>
        <LetterPreferences user={user} />
      </section>
      <section className={classes.setting} aria-labelledby="sesiones">
        <h2 id="sesiones">Sesiones abiertas</h2>
        {user ? <OpenSessions /> : <SessionsSkeleton />}
      </section>
      <MyData user={user} />
      <DataAccesses user={user} />
    </div>
  )
}
