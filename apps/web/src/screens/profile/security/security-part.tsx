import { type ReactNode, useId } from 'react'
import classes from './security.module.css'

/** A part of the card with its own title. */
export function SecurityPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}
