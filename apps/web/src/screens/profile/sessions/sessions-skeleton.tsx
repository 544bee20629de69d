import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import classes from '../profile.module.css'

/** The shape of a single session. */
export function SessionsSkeleton() {
  return (
    <>
      <p className={classes.detail} role="status">
        Cargando…
      </p>
      <div aria-hidden="true">
        <DividedList>
          <li>
            <div>
              <Skeleton width={200} height={20} style={{ marginTop: 4 }} />
              <Skeleton width={160} height={14} style={{ marginBlock: 8 }} />
            </div>
          </li>
        </DividedList>
      </div>
    </>
  )
}
