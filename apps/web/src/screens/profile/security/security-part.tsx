import { type ReactNode, useId } from 'react'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from './security.module.css'

interface Props {
  title: string
  /** What was done in this part; it is shown here, since the card is longer than a phone's screen. */
  done?: string
  children: ReactNode
}

/** A part of the card with its own title. */
export function SecurityPart({ title, done = '', children }: Props) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
      {done && <Notice tone="success">{done}</Notice>}
    </section>
  )
}
