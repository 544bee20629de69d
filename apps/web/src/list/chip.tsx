import { type ReactNode, useEffect, useRef } from 'react'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { CrossIcon } from '../ui/icons/icons.tsx'
import { useFocusKept } from '../ui/use-focus-kept.ts'
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

interface TokenProps {
  label: string
  onRemove: () => void
}

/** A filter that is active, removed by pressing it. */
export function Token({ label, onRemove }: TokenProps) {
  return (
    <button
      type="button"
      className={classes.token}
      aria-label={`Quitar el filtro ${label}`}
      data-removes
      onClick={onRemove}
    >
      {label}
      <CrossIcon size={14} />
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

/** Px of the chip before the chosen one that stay in view, so that it is plain that the row scrolls. */
const CUT_CHIP = 24

/**
 * Groups of chips side by side. On a phone they are one row, which scrolls to the first chosen chip. A token that is
 * removed leaves the focus to the next one.
 */
export function ChipRow({ children }: { children: ReactNode }) {
  const kept = useFocusKept<HTMLDivElement>()
  const { ref: row } = kept
  const shown = useRef<Element>(null)
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]') ?? null
    if (chosen === shown.current) return
    shown.current = chosen
    if (row.current && chosen) row.current.scrollLeft = chosen.offsetLeft - CUT_CHIP
  })
  return (
    <div className={classes.row} {...kept}>
      {children}
    </div>
  )
}
