import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { CrossIcon } from '../ui/icons/icons.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import classes from './selection.module.css'

interface RowProps<Row extends { id: number }> {
  row: Row
  label: string
  selected: Selected<Row>
}

export function SelectRow<Row extends { id: number }>({ row, label, selected }: RowProps<Row>) {
  return (
    <label className={classes.target}>
      <input
        type="checkbox"
        className={classes.tick}
        aria-label={label}
        checked={selected.rows.has(row.id)}
        onChange={({ currentTarget }) => selected.set([row], currentTarget.checked)}
      />
    </label>
  )
}

interface PageProps<Row extends { id: number }> {
  /** The rows of this page that can be selected. */
  rows: Row[]
  selected: Selected<Row>
}

export function SelectPage<Row extends { id: number }>({ rows, selected }: PageProps<Row>) {
  const count = rows.filter(({ id }) => selected.rows.has(id)).length
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label="Seleccionar toda la página"
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      ref={(input) => {
        // HTML has no attribute for it.
        if (input) input.indeterminate = count > 0 && count < rows.length
      }}
      onChange={() => selected.set(rows, count < rows.length)}
    />
  )
}

interface Props {
  /** For example '3 seleccionados'. */
  label: string
  /** Of the selected rows, also on other pages of the list; those that fit are shown. */
  names: string[]
  onClear: () => void
  /** The buttons for the selected rows. */
  children: ReactNode
}

/** Stays visible while a row is selected; then its focus goes to the list before it. */
export function SelectionBar({ label, names, onClear, children }: Props) {
  const bar = useRef<HTMLElement>(null)
  const isPhone = usePhone()
  useEffect(() => {
    const list = bar.current?.parentElement?.querySelector<HTMLElement>('section[tabindex="-1"]')
    return () => {
      if (document.activeElement === document.body) list?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <section ref={bar} className={classes.bar} aria-label="Selección">
      {isPhone && (
        <IconButton variant="subtle" aria-label="Quitar selección" onClick={onClear}>
          <CrossIcon size={18} />
        </IconButton>
      )}
      <p role="status">{label}</p>
      {!isPhone && <span className={classes.names}>{names.join(', ')}</span>}
      <ButtonRow className={classes.actions}>
        {children}
        {!isPhone && (
          <Button size="sm" variant="default" onClick={onClear}>
            Quitar selección
          </Button>
        )}
      </ButtonRow>
    </section>
  )
}

interface IdentifiedRow {
  id: number
}

/** The selected rows by id, across the pages of the list. */
export interface Selected<Row extends IdentifiedRow> {
  rows: ReadonlyMap<number, Row>
  set: (rows: Row[], isSelected: boolean) => void
  clear: () => void
}

/** @param list identifies the list; another one clears the selection. */
export function useSelected<Row extends IdentifiedRow>(list: string): Selected<Row> {
  const [state, setState] = useState({ list, rows: new Map<number, Row>() })
  const rows = state.list === list ? state.rows : new Map<number, Row>()
  return {
    rows,
    set: (changed, isSelected) => {
      const next = new Map(rows)
      for (const row of changed) {
        if (isSelected) next.set(row.id, row)
        else next.delete(row.id)
      }
      setState({ list, rows: next })
    },
    clear: () => setState({ list, rows: new Map() }),
  }
}
