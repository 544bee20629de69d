import { type ReactNode, useState } from 'react'
import { usePrinting } from '../ui/use-printing.ts'
import classes from './reports.module.css'

interface Props {
  summary: string
  startsOpen?: boolean
  children: ReactNode
}

/** What stands behind a figure. Paper has it, whether it is open or not. */
export function Fold({ summary, startsOpen = false, children }: Props) {
  const [isOpen, setOpen] = useState(startsOpen)
  const isShown = usePrinting() || isOpen
  return (
    <details
      className={classes.folded}
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isShown && <div className={classes.unfolded}>{children}</div>}
    </details>
  )
}
