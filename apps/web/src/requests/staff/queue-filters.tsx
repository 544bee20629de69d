import {
  MAX_FILTER_NAME,
  queueFilterNames,
  savedFilterErrors,
} from '@carpeta/domain/requests/queue-rules'
import { requestStateLabels } from '@carpeta/domain/requests/request-labels'
import { openStates, type RequestState } from '@carpeta/domain/requests/request-states'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ANY_STATE } from '../../api/resources.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { useRefusal } from '../../forms/use-refusal.tsx'
import { RemoveRow } from '../../list/actions/remove-row.tsx'
import { Chip, ChipGroup } from '../../list/chip.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/list-page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { StarIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import {
  REQUESTS,
  type RequestsPage,
  removeSavedFilter,
  type SavedFilter,
  savedFiltersQuery,
  saveFilter,
} from './calls.ts'
import classes from './queue-filters.module.css'

const CLOSED = ['resolved', 'rejected', 'cancelled'] as const satisfies RequestState[]
const STATES = [...openStates, ...CLOSED]

/** The number of requests in each state and with each mark, as filters. Closed states are in the row once one is chosen. */
export function QueueChips({ address }: { address: ListAddress }) {
  const { data, error } = useListPage<RequestsPage>(REQUESTS, address)
  const { counts, flags } = data ?? {}
  const onFilter = address.filter
  const {
    state = '',
    mine = '',
    unassigned = '',
    overdue = '',
    replied = '',
  } = address.asked.filters
  const chosen = STATES.filter((each) => state.split(',').includes(each))
  const isAny = state !== '' && chosen.length === 0
  const showsClosed = CLOSED.some((each) => chosen.includes(each))
  // What is not told keeps no place.
  const unknown = data || error ? undefined : null
  const count = (of: number | undefined) => of ?? unknown
  const sum = (states: readonly RequestState[]) =>
    counts ? states.reduce((total, each) => total + (counts[each] ?? 0), 0) : unknown

  function toggle(toggled: RequestState) {
    const next = STATES.filter((each) => chosen.includes(each) !== (each === toggled))
    onFilter({ state: next.join(',') })
  }

  const stateChip = (each: RequestState) => (
    <Chip
      key={each}
      isOn={chosen.includes(each as (typeof STATES)[number])}
      count={count(counts?.[each])}
      onClick={() => toggle(each)}
    >
      {requestStateLabels[each]}
    </Chip>
  )

  return (
    <>
      <ChipGroup label="De quién y desde cuándo">
        <Chip isOn={state === ''} count={sum(openStates)} onClick={() => onFilter({ state: '' })}>
          Abiertas
        </Chip>
        <Chip
          isOn={mine !== ''}
          count={count(flags?.mine)}
          onClick={() => onFilter({ mine: mine ? '' : '1', unassigned: '' })}
        >
          Mías
        </Chip>
        <Chip
          isOn={unassigned !== ''}
          count={count(flags?.unassigned)}
          onClick={() => onFilter({ unassigned: unassigned ? '' : '1', mine: '' })}
        >
          Sin asignar
        </Chip>
        <Chip
          isOn={overdue !== ''}
          count={count(flags?.overdue)}
          onClick={() => onFilter({ overdue: overdue ? '' : '1' })}
        >
          Atrasadas
        </Chip>
        <Chip
          isOn={replied !== ''}
          count={count(flags?.replied)}
          onClick={() => onFilter({ replied: replied ? '' : '1' })}
        >
          Respondió
        </Chip>
      </ChipGroup>
      <ChipGroup label="Estado">
        {openStates.map(stateChip)}
        {showsClosed ? (
          CLOSED.map(stateChip)
        ) : (
          <Chip
            isOn={false}
            count={sum(CLOSED)}
            onClick={() => onFilter({ state: CLOSED.join(',') })}
          >
            Cerradas
          </Chip>
        )}
        <Chip isOn={isAny} count={sum(STATES)} onClick={() => onFilter({ state: ANY_STATE })}>
          Todas
        </Chip>
      </ChipGroup>
    </>
  )
}

/** The filters that the user named: one press applies them, another removes them. */
export function SavedFilters({ address }: { address: ListAddress }) {
  const { data: saved = [] } = useQuery(savedFiltersQuery)
  const [isSaving, setSaving] = useState(false)
  const [removed, setRemoved] = useState<SavedFilter | null>(null)
  const { filters } = address.asked
  const active = saved.find((each) => isSame(each.filters, filters))
  const isFiltered = Object.keys(filters).length > 0
  if (saved.length === 0 && !isFiltered) return null
  return (
    <div className={classes.saved}>
      {saved.length > 0 && (
        <ChipGroup label="Filtros guardados">
          {saved.map((each) => (
            <Chip
              key={each.id}
              isOn={each === active}
              onClick={() => address.filter(each === active ? NO_FILTERS : all(each.filters))}
            >
              <StarIcon size={16} />
              {each.name}
            </Chip>
          ))}
        </ChipGroup>
      )}
      {active && (
        <Button
          variant="subtle"
          leftSection={<TrashIcon size={16} />}
          onClick={() => setRemoved(active)}
        >
          Eliminar «{active.name}»
        </Button>
      )}
      {isFiltered && !active && (
        <IconButton
          variant="subtle"
          aria-label="Guardar estos filtros"
          title="Guardar estos filtros"
          onClick={() => setSaving(true)}
        >
          <StarIcon size={18} />
        </IconButton>
      )}
      {isSaving && <SaveFilterDialog filters={filters} onClose={() => setSaving(false)} />}
      {removed && (
        <RemoveRow
          subject={removed.name}
          question="¿Seguro que quieres eliminar este filtro? Las solicitudes no cambian."
          queryKey={savedFiltersQuery.queryKey}
          remove={() => removeSavedFilter(removed.id)}
          onClose={() => setRemoved(null)}
        />
      )}
    </div>
  )
}

const NO_FILTERS = Object.fromEntries(queueFilterNames.map((name) => [name, '']))

/** Every filter, so that the current ones are removed. */
function all(filters: SavedFilter['filters']): Record<string, string> {
  return { ...NO_FILTERS, ...filters }
}

function isSame(saved: SavedFilter['filters'], now: Record<string, string>): boolean {
  return queueFilterNames.every((name) => (saved[name] ?? '') === (now[name] ?? ''))
}

const names = ['name'] as const

interface Props {
  filters: Record<string, string>
  onClose: () => void
}

function SaveFilterDialog({ filters, onClose }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const { notice, take, clear } = useRefusal(names, (_, message) => setError(message))
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveFilter(name.trim(), filters),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: savedFiltersQuery.queryKey })
      onClose()
    },
    onError: take,
  })

  function save(event: FormEvent) {
    event.preventDefault()
    clear()
    const wrong = savedFilterErrors({ name, filters }).name
    if (wrong) showErrors(event.currentTarget, () => setError(wrong.text))
    else mutate()
  }

  return (
    <FormDialog
      title="Guardar estos filtros"
      onSubmit={save}
      onClose={onClose}
      isBusy={isPending}
      isDirty={name !== ''}
      notice={notice}
    >
      <TextInput
        label="Nombre"
        description="Solo tú lo ves. Un filtro con el mismo nombre se reemplaza."
        value={name}
        maxLength={MAX_FILTER_NAME}
        error={error || undefined}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setError('')
        }}
      />
    </FormDialog>
  )
}
