import type { ReactNode } from 'react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../../../../ui/icons/icons.tsx'
import classes from './preview.module.css'

interface Props {
  /** Labels of the buttons. */
  previous: string
  next: string
  /** From 1. */
  at: number
  count: number
  onStep: (by: 1 | -1) => void
  children: ReactNode
}

/** One of several, between the buttons to the one before and the one after it. */
export function Steps({ previous, next, at, count, onStep, children }: Props) {
  const text = <span className={classes.at}>{children}</span>
  if (count <= 1) return <div className={classes.steps}>{text}</div>
  return (
    <div className={classes.steps}>
      <IconButton
        variant="default"
        aria-label={previous}
        disabled={at <= 1}
        onClick={() => onStep(-1)}
      >
        <ChevronLeftIcon size={18} />
      </IconButton>
      {text}
      <IconButton
        variant="default"
        aria-label={next}
        disabled={at >= count}
        onClick={() => onStep(1)}
      >
        <ChevronRightIcon size={18} />
      </IconButton>
    </div>
  )
}
