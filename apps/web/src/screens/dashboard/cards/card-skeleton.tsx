import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import dashboard from '../dashboard.module.css'
import classes from './balance-card.module.css'

export function CardSkeleton() {
  return (
    <>
      <p className={dashboard.asOf} role="status">
        Cargando…
      </p>
      <div className={classes.frame} data-only>
        <div className={classes.card} aria-hidden="true">
          <div className={classes.identity}>
            <div className={classes.title}>
              <Skeleton width={44} height={44} />
              <Skeleton width="60%" height={24} />
            </div>
            <div className={classes.facts}>
              {['Tipo', 'Lote', 'Condominio', 'Asesor'].map((label) => (
                <Skeleton key={label} height={40} />
              ))}
            </div>
          </div>
          <div className={classes.money}>
            <Skeleton width={48} height={20} />
            <Skeleton width={200} height={42} style={{ marginTop: 4 }} />
            <Skeleton width={160} height={20} style={{ marginTop: 8 }} />
          </div>
          <div className={classes.progress}>
            <Skeleton circle height={88} />
            <div className={classes.next}>
              <Skeleton width={150} height={24} />
              <Skeleton width={170} height={48} />
            </div>
          </div>
        </div>
      </div>
    </>
  )
}
