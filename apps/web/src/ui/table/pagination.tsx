import type { ReactNode } from 'react'
import { VisuallyHidden } from '../display/visually-hidden.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.tsx'
import { pageNumbers } from './page-numbers.ts'
import classes from './pagination.module.css'

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
