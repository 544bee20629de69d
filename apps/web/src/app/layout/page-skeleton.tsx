import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import bar from './client-bar.module.css'
import classes from './client-bar.module.css'

/** The HTML of every page behind the login, until React replaces it. */
export function PageSkeleton() {
  return (
    <>
      <div className={bar.bar}>
        <div className={bar.inner} />
      </div>
      <main id="contenido" data-skeleton className={classes.main}>
        <PageBody>
          <VisuallyHidden role="status">Cargando…</VisuallyHidden>
          <div className={classes.parts} aria-hidden="true">
            <Skeleton width={220} height={32} />
            <Skeleton height={220} radius={14} />
            <Skeleton height={320} radius={14} />
          </div>
        </PageBody>
      </main>
    </>
  )
}
