import { useId } from 'react'
import { Link } from 'react-router'
import { workCountsQuery } from '../../../api/staff/work-counts.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { VisuallyHidden } from '../../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import classes from './work-counts.module.css'
import { type WorkCount, workGroups } from './work-groups.ts'

/** What awaits the user now; each count leads to the rows it counts. */
export function WorkCountsPart() {
  const { data, isAbsent, failure, refetch } = useOptionalQuery(workCountsQuery)
  if (isAbsent) return null
  if (!data && failure) return <LoadFailure error={failure} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return workGroups(data).map(({ title, counts }) => (
    <Group key={title} title={title} counts={counts} />
  ))
}

function Group({ title, counts }: { title: string; counts: WorkCount[] }) {
  const id = useId()
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul className={classes.counts}>
        {counts.map(({ label, count, to, isUrgent }) => (
          <li key={label} data-tone={toneOf(count, isUrgent)}>
            <Link to={to}>
              <strong>{count}</strong> <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function toneOf(count: number, isUrgent = false) {
  if (count === 0) return 'none'
  return isUrgent ? 'urgent' : 'plain'
}

const PLACEHOLDERS = ['1', '2', '3', '4']

function Loading() {
  return (
    <div className={classes.group}>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <Skeleton width={120} height={20} />
      <div className={classes.counts} aria-hidden="true">
        {PLACEHOLDERS.map((each) => (
          <Skeleton key={each} height={98} radius={14} />
        ))}
      </div>
    </div>
  )
}
