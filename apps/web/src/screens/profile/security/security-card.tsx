import type { User } from '@carpeta/contract/auth/auth-schemas'
import { Card } from '../../../ui/layout/card.tsx'
import { OpenSessions } from '../sessions/open-sessions.tsx'
import { SessionsSkeleton } from '../sessions/sessions-skeleton.tsx'
import { OwnSecondFactor } from './own-second-factor.tsx'
import { SecondFactorSkeleton } from './second-factor-skeleton.tsx'
import { SecurityPart } from './security-part.tsx'

/** How the user logs in, and where. */
export function SecurityCard({ user }: { user: User | undefined }) {
  return (
    <Card title="Seguridad" size="lg">
      {user ? <OwnSecondFactor /> : <SecondFactorSkeleton />}
      <SecurityPart title="Sesiones abiertas">
        {user ? <OpenSessions /> : <SessionsSkeleton />}
      </SecurityPart>
    </Card>
  )
}
