import { offlineMessages } from '@carpeta/domain/offline/offline-texts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { currentOfflineCopy } from '../../offline/offline-device.ts'
import { isOfflineOffered } from '../../offline/start-offline.ts'
import { Button } from '../../ui/buttons/button.tsx'
import classes from './offline-offer.module.css'

/** Leads to the switch, which stores; nothing where it is on, or cannot be. */
export function OfflineOffer({ onRefuse }: { onRefuse: () => void }) {
  const { data: canStart } = useQuery({
    queryKey: ['offline', 'offer'],
    queryFn: async () => (await currentOfflineCopy()) === null && (await isOfflineOffered()),
  })
  if (!canStart) return null
  return (
    <section className={classes.offer} aria-label="Sin internet">
      <p>{offlineMessages.offer}</p>
      <div className={classes.ways}>
        <Link to="/profile#sin-conexion">Ver cómo</Link>
        <Button variant="subtle" size="sm" onClick={onRefuse}>
          No, gracias
        </Button>
      </div>
    </section>
  )
}
