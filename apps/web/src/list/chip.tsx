import type { ReactNode } from 'react'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import classes from './chip.module.css'

interface ChipProps {
  isOn: boolean
  /** Beside the label; null keeps its place until it is known. */
  count?: number | null | undefined
  onClick: () => void
  children: ReactNode
}

/** A filter that is switched by pressing it. */
export function Chip({ isOn, count, onClick, children }: ChipProps) {
  return (
    <button type="button" className={classes.chip} aria-pressed={isOn} onClick={onClick}>
      {children}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </button>
  )
}

interface GroupProps {
  label: string
  children: ReactNode
}

export function ChipGroup({ label, children }: GroupProps) {
  return (
    <fieldset className={classes.group}>
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {children}
    </fieldset>
  )
}
