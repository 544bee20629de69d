import { Suspense, useId } from 'react'
import { lazyPart } from '../connection/lazy-part.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import classes from './reports.module.css'
import { type ChartProps, fillOf, heightOf, Stripes } from './series.tsx'

// The library is loaded with the first chart (docs/decisions/staff.md).
const Bars = lazyPart(async () => (await import('./chart-bars.tsx')).ChartBars)

/** Stacked bars. The table that follows has the same figures, so the drawing itself is not read out. */
export function Chart({ title, series, bars, isHorizontal = false, folded = null }: ChartProps) {
  const stripes = useId()
  if (!bars.some(({ values }) => values.some((value) => value > 0))) return null
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span>
          {title}.{' '}
          {folded
            ? `«${folded}» abre la tabla con las mismas cifras.`
            : 'La tabla siguiente tiene las mismas cifras.'}
        </span>
        <ul className={classes.legend}>
          {series.map(({ name, look }, place) => (
            <li key={name}>
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <Stripes id={`${stripes}-${place}`} />
                <rect width="16" height="16" rx="3" {...fillOf(look, `${stripes}-${place}`)} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      </figcaption>
      <div aria-hidden="true" className={classes.drawing}>
        <Suspense fallback={<Skeleton height={heightOf(bars.length, isHorizontal)} />}>
          <Bars series={series} bars={bars} isHorizontal={isHorizontal} />
        </Suspense>
      </div>
    </figure>
  )
}
