import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Refusal } from './actions/refusal.tsx'
import { RemoveOrRestore } from './actions/remove-or-restore.tsx'
import { canRestore, permittedActions, type RowAction } from './actions/row-actions.ts'
import { Filters } from './filters.tsx'
import { ListPage } from './list-page.tsx'
import type { ListedRow, ListProps } from './list-props.ts'
import { ListTabs } from './list-tabs.tsx'
import { listTexts } from './list-texts.ts'

interface Chosen<Row> {
  action: Exclude<RowAction, 'edit'>
  row: Row
}

/** A list of rows, its deleted rows, and the actions on each row. */
export function List<Row extends ListedRow>(props: ListProps<Row>) {
  const { resource, caption, nameOf, address, filters, permissions = {} } = props
  const { onBegin, onEdit } = props
  const user = useStoredUser() ?? null
  const client = useQueryClient()
  const [chosen, setChosen] = useState<Chosen<Row> | null>(null)
  const region = useRef<HTMLElement>(null)
  const isRowGone = useRef(false)
  useFocusOn(region, isRowGone, chosen === null)
  const canSeeDeleted = canRestore(user, permissions)
  const { scope } = address
  const refusal = chosen && props.refuses?.(chosen.row, chosen.action)
  const actions = permittedActions(user, permissions, scope)

  function filter(values: Record<string, string>) {
    const { page, filters: now } = address.asked
    const isSame = Object.entries(values).every(([name, value]) => value === (now[name] ?? ''))
    if (!isSame || page > 1) address.filter(values)
    // Filtering again by the same values reloads the rows.
    else void client.invalidateQueries({ queryKey: [resource, scope, address.asked] })
  }

  function startAction(row: Row, action: RowAction) {
    onBegin?.()
    if (action === 'edit') onEdit?.(row)
    else setChosen({ action, row })
  }

  const page = (
    <>
      {filters && <Filters fields={filters} values={address.asked.filters} onFilter={filter} />}
      <ListPage {...props} actions={actions} onAction={startAction} />
    </>
  )
  return (
    <section ref={region} tabIndex={-1} aria-label={caption}>
      {canSeeDeleted ? (
        <ListTabs scope={scope} onScope={address.showScope}>
          {page}
        </ListTabs>
      ) : (
        page
      )}
      {chosen && refusal && (
        <Refusal action={chosen.action} why={refusal} onClose={() => setChosen(null)} />
      )}
      {chosen && !refusal && (
        <RemoveOrRestore
          resource={resource}
          action={chosen.action}
          id={chosen.row.id}
          subject={nameOf(chosen.row)}
          texts={{ ...listTexts, ...props.texts }}
          onClose={() => setChosen(null)}
          onDone={() => {
            isRowGone.current = true
          }}
        />
      )}
    </section>
  )
}

/** The pressed button is gone with its row: moves the focus to the list. */
function useFocusOn(
  region: RefObject<HTMLElement | null>,
  isRowGone: RefObject<boolean>,
  isClosed: boolean,
) {
  useEffect(() => {
    if (!isClosed || !isRowGone.current) return
    isRowGone.current = false
    region.current?.focus({ preventScroll: true })
  }, [region, isRowGone, isClosed])
}
