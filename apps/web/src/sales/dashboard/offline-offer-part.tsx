import type { CalendarDate } from '@carpeta/domain/dates/dates'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { deviceStorage } from '../../ui/browser-storage.ts'
import { usePhone } from '../../ui/table/use-cards.ts'

/** The day of this device's first visit, or that the offer was refused; a logout leaves it. */
const OFFER = 'offline_offer'
const REFUSED = 'no'

const OfflineOffer = lazyPart(async () => (await import('./offline-offer.tsx')).OfflineOffer)

/** Offers a phone, from the second day on, to keep the statement for use offline, until that is refused. */
export function OfflineOfferPart({ today }: { today: CalendarDate }) {
  const isPhone = usePhone()
  const isView = useIsView()
  const [first, setFirst] = useState(() => deviceStorage.get(OFFER))
  const isMine = isPhone && !isView

  useEffect(() => {
    if (isMine && deviceStorage.get(OFFER) === null) deviceStorage.set(OFFER, today)
  }, [isMine, today])

  if (!isMine || first === null || first === REFUSED || first >= today) return null
  return (
    <Suspense>
      <OfflineOffer
        onRefuse={() => {
          deviceStorage.set(OFFER, REFUSED)
          setFirst(REFUSED)
        }}
      />
    </Suspense>
  )
}
