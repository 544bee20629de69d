import { type ReactNode, useId } from 'react'
import { ChevronDownIcon } from '../icons/icons.tsx'
import classes from './folded-card.module.css'

interface Props {
  /** The hash of an address that opens it (`useHashArrival`). */
  id: string
  title: string
  /** What one wants to know without opening it; undefined while it loads. */
  state: string | undefined
  children: ReactNode
}

/** A part of a page that shows its title and its state until it is opened. */
export function FoldedCard({ id, title, state, children }: Props) {
  const heading = useId()
  return (
    <section id={id} className={classes.folded} aria-labelledby={heading}>
      <details>
        <summary>
          <h2 id={heading}>{title}</h2>
          <span className={classes.state}>{state}</span>
          <ChevronDownIcon size={20} />
        </summary>
        <div className={classes.inside}>{children}</div>
      </details>
    </section>
  )
}
