import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

interface Props {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

export function Section({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <h3 id={id}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
