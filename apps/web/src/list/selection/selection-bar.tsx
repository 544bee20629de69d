import type { ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import classes from './selection.module.css'

interface Props {
  /** For example '3 seleccionados'. */
  label: string
  onClear: () => void
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** Stays visible while a row is selected. */
export function SelectionBar({ label, onClear, children }: Props) {
  return (
    <section className={classes.bar} aria-label="Selección">
      <p role="status">{label}</p>
      <ButtonRow className={classes.actions}>
        {children}
        <Button size="sm" variant="default" onClick={onClear}>
          Quitar selección
        </Button>
      </ButtonRow>
    </section>
  )
}
