import type { ReactNode } from 'react'
import { VisuallyHidden } from '../display/visually-hidden.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.tsx'
import classes from './table.module.css'

interface Props {
  /** The name of the paged list. */
  label: string
  current: number
  last: number
  onPage: (page: number) => void
}

/** Mantine's pagination shows other page numbers. */
export function Pagination({ label, current, last, onPage }: Props) {
  if (last === 1) return null
  return (
    <div className={classes.pages}>
      <nav className={classes.pagination} aria-label={`Páginas de ${label}`}>
        <Step isPossible={current > 1} onClick={() => onPage(current - 1)}>
          <ChevronLeftIcon size={18} />
          Anterior
        </Step>
        <ol className={classes.numbers}>
          {pageNumbers(current, last).map((mark, index) =>
            mark === 'gap' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has only its position.
              <li key={`gap ${index}`} className={classes.gap} aria-hidden="true">
                …
              </li>
            ) : (
              <li key={mark}>
                <button
                  type="button"
                  className={classes.page}
                  aria-label={`Página ${mark}`}
                  aria-current={mark === current ? 'page' : undefined}
                  onClick={() => onPage(mark)}
                >
                  {mark}
                </button>
              </li>
            ),
          )}
        </ol>
        <Step isPossible={current < last} onClick={() => onPage(current + 1)}>
          Siguiente
          <ChevronRightIcon size={18} />
        </Step>
        <VisuallyHidden role="status">
          Página {current} de {last}
        </VisuallyHidden>
      </nav>
    </div>
  )
}

interface StepProps {
  isPossible: boolean
  onClick: () => void
  children: ReactNode
}

/** Not `disabled`, which would drop the focus on the last page. */
function Step({ isPossible, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      className={classes.step}
      aria-disabled={!isPossible}
      onClick={isPossible ? onClick : undefined}
    >
      {children}
    </button>
  )
}

/** The number of pages around the current one and at each end. */
const DISPLAYED = 5
const AT_THE_MARGIN = 2

type PageMark = number | 'gap'

/** For example 1 2 … 8 9 10 11 12 … 19 20. A gap of a single page shows that page. */
export function pageNumbers(current: number, last: number): PageMark[] {
  const start = Math.max(1, Math.min(current - Math.floor(DISPLAYED / 2), last - DISPLAYED + 1))
  const shown = [
    ...range(1, AT_THE_MARGIN),
    ...range(start, start + DISPLAYED - 1),
    ...range(last - AT_THE_MARGIN + 1, last),
  ].filter((page) => page >= 1 && page <= last)
  return [...new Set(shown)]
    .sort((a, b) => a - b)
    .flatMap((page, index, pages) => [...between(pages[index - 1] ?? 0, page), page])
}

function between(before: number, page: number): PageMark[] {
  const left = page - before - 1
  if (left === 0) return []
  return left === 1 ? [page - 1] : ['gap']
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
