import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { valuesIn } from '../api/field-errors.ts'
import { type ListScope, type Resource, remove, restore } from '../api/resources.ts'
import { Confirmation } from '../forms/confirmation.tsx'
import { RefusedLines } from '../session/failures/refused-notice.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { PageTabs } from '../ui/layout/page-tabs.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { RowActionButtons, RowActionsMenu } from './actions/row-action-buttons.tsx'
import { canRestore, permittedActions, type RowAction } from './actions/row-actions.ts'
import { Filters } from './filters.tsx'
import classes from './list.module.css'
import { ListPage } from './list-page.tsx'
import type { ListedRow, ListProps } from './list-props.ts'
import { type ListTexts, listTexts } from './list-texts.ts'
import { SortChoice } from './sort-choice.tsx'

/** The titles of the dialogs that confirm or refuse an action. */
const actionTitles = { remove: 'Eliminar', restore: 'Restaurar' } as const

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

  const columns = columnsOf(props, actions, startAction)
  const sort = <SortChoice columns={columns} address={address} />
  const page = (
    <>
      {filters || props.search || props.besideFilters ? (
        <Filters
          fields={filters ?? []}
          values={address.asked.filters}
          onFilter={filter}
          search={props.search}
          beside={props.besideFilters}
          shownBeside={props.filtersBeside}
          sort={sort}
        />
      ) : (
        <div className={classes.sort}>{sort}</div>
      )}
      <ListPage {...props} columns={columns} />
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
          details={
            chosen.action === 'remove'
              ? props.removalDetails?.(chosen.row)
              : chosen.action === 'restore' && props.restorationDetails
          }
          onClose={() => setChosen(null)}
          onDone={() => {
            isRowGone.current = true
          }}
        />
      )}
    </section>
  )
}

const deletedAt: Column<ListedRow> = {
  header: 'Fecha de eliminación',
  cell: ({ deleted_at: at }) => (at ? dateTimeInSantiago(at) : '-'),
  isShort: true,
  onCard: 'line',
  sortBy: 'deleted_at',
}

function columnsOf<Row extends ListedRow>(
  { columns, address, allows, moreActions, nameOf }: ListProps<Row>,
  actions: RowAction[],
  onAction: (row: Row, action: RowAction) => void,
): Column<Row>[] {
  const actionColumn: Column<Row> = {
    header: 'Acciones',
    cell: (row) => {
      const props = {
        actions: actions.filter((action) => allows?.(row, action) ?? true),
        subject: nameOf(row),
        onAction: (action: RowAction) => onAction(row, action),
      }
      if (!moreActions) return <RowActionButtons {...props} />
      return <RowActionsMenu {...props} more={moreActions(row)} />
    },
    onCard: 'foot',
  }
  return [
    ...columns,
    ...(address.scope === 'deleted' ? [deletedAt] : []),
    ...(actions.length > 0 || moreActions ? [actionColumn] : []),
  ]
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

interface Props {
  scope: ListScope
  onScope: (scope: ListScope) => void
  children: ReactNode
}

function ListTabs({ scope, onScope, children }: Props) {
  return (
    <div className={classes.tabs}>
      <PageTabs
        tabs={[
          { value: 'active', label: 'Ver todos', content: children },
          { value: 'deleted', label: 'Ver eliminados', content: children },
        ]}
        shown={scope}
        onTab={(next) => onScope(next === 'deleted' ? 'deleted' : 'active')}
      />
    </div>
  )
}

interface RefusalProps {
  action: 'remove' | 'restore'
  why: string
  onClose: () => void
}

/** Explains why the action is not possible now. */
function Refusal({ action, why, onClose }: RefusalProps) {
  return (
    <Dialog
      title={actionTitles[action]}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <p>{why}</p>
    </Dialog>
  )
}

interface RemoveOrRestoreProps {
  resource: Resource
  action: 'remove' | 'restore'
  id: number
  subject: string
  texts: ListTexts
  details: ReactNode
  onDone: () => void
  onClose: () => void
}

function RemoveOrRestore({
  resource,
  action,
  id,
  subject,
  texts,
  details,
  onDone,
  onClose,
}: RemoveOrRestoreProps) {
  const client = useQueryClient()
  const isRemoval = action === 'remove'

  async function perform() {
    try {
      await (isRemoval ? remove(resource, id) : restore(resource, id))
    } catch (error) {
      // Somebody else changed the row: the list is reloaded.
      if (isOutdated(error)) await client.invalidateQueries({ queryKey: [resource] })
      throw error
    }
    onDone()
    await client.invalidateQueries({ queryKey: [resource] })
  }

  return (
    <Confirmation
      title={actionTitles[action]}
      isDanger={isRemoval}
      done={isRemoval ? texts.removed : texts.restored}
      action={perform}
      failureOf={(error) => {
        const lines = isRemoval ? [] : valuesIn(error)
        return lines.length > 0 && <RefusedLines lines={lines} />
      }}
      onClose={onClose}
    >
      <p>{isRemoval ? texts.remove : texts.restore}</p>
      <strong>{subject}</strong>
      {details}
    </Confirmation>
  )
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}
