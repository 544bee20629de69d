import type { User } from '@carpeta/contract/auth'
import { Suspense, useRef } from 'react'
import { saleAccessesQuery } from '../../api/sale-accesses.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useHashArrival } from '../../ui/use-hash-arrival.ts'

// Loaded on demand: below the fold.
const OwnSaleAccesses = lazyPart(
  async () => (await import('./own-sale-accesses.tsx')).OwnSaleAccesses,
)

/** Only members hold sales. */
export function SaleAccessesCard({ user }: { user: User | undefined }) {
  const card = useRef<HTMLElement>(null)
  useHashArrival(card, user !== undefined)
  const isMember = user?.profile?.is_client === true
  const { isAbsent } = useOptionalQuery({ ...saleAccessesQuery, enabled: isMember })
  if (!isMember || isAbsent) return null
  return (
    <Card ref={card} id="quien-ve" tabIndex={-1} title="Quién más ve mis compras" size="lg">
      <Suspense fallback={<Skeleton height={96} />}>
        <OwnSaleAccesses />
      </Suspense>
    </Card>
  )
}
