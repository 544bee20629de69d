import type { User } from '@carpeta/contract/auth'
import { sessionsQuery } from '../../../api/accounts.ts'
import { secondFactorQuery } from '../../../api/second-factor/second-factor.ts'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { OpenSessions } from '../sessions/open-sessions.tsx'
import { SessionsSkeleton } from '../sessions/sessions-skeleton.tsx'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { SecondFactorSkeleton } from './second-factor-skeleton.tsx'
import { SecurityPart } from './security-part.tsx'

/** How the user logs in, and where. */
export function SecurityCard({ user }: { user: User | undefined }) {
  const enabled = user !== undefined
  const factor = useOptionalQuery({ ...secondFactorQuery, enabled })
  const sessions = useOptionalQuery({ ...sessionsQuery(1), enabled })
  if (factor.isAbsent && sessions.isAbsent) return null
  return (
    <Card title="Seguridad" size="lg">
      {!factor.isAbsent && (user ? <OwnSecondFactor /> : <SecondFactorSkeleton />)}
      {!sessions.isAbsent && (
        <SecurityPart title="Sesiones abiertas">
          {user ? <OpenSessions /> : <SessionsSkeleton />}
        </SecurityPart>
      )}
    </Card>
  )
}
