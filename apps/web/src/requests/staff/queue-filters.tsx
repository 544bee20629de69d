import {
  MAX_FILTER_NAME,
  queueFilterNames,
  savedFilterErrors,
} from '@carpeta/domain/requests/queue-rules'
import { requestStateLabels } from '@carpeta/domain/requests/request-labels'
import { isClosed, openStates, type RequestState } from '@carpeta/domain/requests/request-states'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ANY_STATE } from '../../api/resources.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { useRefusal } from '../../forms/use-refusal.tsx'
import { RemoveRow } from '../../list/actions/remove-row.tsx'
import { Chip, ChipGroup, Token } from '../../list/chip.tsx'
import type { FilterField } from '../../list/filters.tsx'
import type { ListAddress } from '../../list/list-address.ts'
import { useListPage } from '../../list/list-page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { StarIcon, TrashIcon } from '../../ui/icons/icons.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
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

const flags = ['mine', 'unassigned', 'overdue', 'replied'] as const
const flagLabels = {
  mine: 'Mías',
  unassigned: 'Sin asignar',
  overdue: 'Atrasadas',
  replied: 'Respondió',
} as const

type Filters = Record<string, string>

const statesOf = ({ state = '' }: Filters) =>
  STATES.filter((each) => state.split(',').includes(each))

/** The state of the view: the open ones, closed ones or all, of which some may be chosen. */
function viewState(filters: Filters): string {
  if (flags.some((each) => filters[each])) return ''
  const chosen = statesOf(filters)
  if (chosen.length === 0) return filters.state ? ANY_STATE : ''
  if (chosen.every(isClosed)) return CLOSED.join(',')
  return chosen.some(isClosed) ? ANY_STATE : ''
}

/** Whether only open requests are shown: their usual order is that of the deadline. */
export const showsOnlyOpen = (filters: Filters) =>
  filters.state !== ANY_STATE && !statesOf(filters).some(isClosed)

/** The views of the queue, one chosen at a time: it shows how many rows the list has, the others their own count. */
export function QueueViews({ address }: { address: ListAddress }) {
  const { data, error, isPlaceholderData } = useListPage<RequestsPage>(REQUESTS, address)
  const { filters } = address.asked
  const flag = flags.find((each) => filters[each])
  // What is not told keeps no place.
  const unknown = data || error ? undefined : null
  const sum = (states: readonly RequestState[]) =>
    data ? states.reduce((total, each) => total + (data.counts[each] ?? 0), 0) : unknown
  // The last answer's total is that of another view.
  const total = isPlaceholderData ? undefined : data?.total
  const ofState = (label: string, state: string, states: readonly RequestState[]) => {
    const isOn = !flag && viewState(filters) === state
    return (
      <Chip
        isOn={isOn}
        count={(isOn ? total : undefined) ?? sum(states)}
        onClick={() => address.filter({ ...NO_FLAGS, state })}
      >
        {label}
      </Chip>
    )
  }
  return (
    <ChipGroup label="Qué solicitudes">
      {ofState('Abiertas', '', openStates)}
      {flags.map((each) => (
        <Chip
          key={each}
          isOn={each === flag}
          count={(each === flag ? total : undefined) ?? (data ? data.flags[each] : unknown)}
          onClick={() => address.filter({ ...NO_FLAGS, state: '', [each]: '1' })}
        >
          {flagLabels[each]}
        </Chip>
      ))}
      {ofState('Cerradas', CLOSED.join(','), CLOSED)}
      {ofState('Todas', ANY_STATE, STATES)}
    </ChipGroup>
  )
}

const NO_FLAGS = Object.fromEntries(flags.map((each) => [each, '']))

/** Whether the address has the states of a view, which its chip tells. */
export const isStateOfView = (filters: Filters) => filters.state === viewState(filters)

/** The states to filter by, and what the address has of them as one choice more. */
export function stateChoices(filters: Filters): { value: string; label: string }[] {
  const { state = '' } = filters
  const choices = STATES.map((value) => ({
    value: value as string,
    label: requestStateLabels[value],
  }))
  if (state === '' || choices.some(({ value }) => value === state)) return choices
  const label =
    state === ANY_STATE
      ? 'Todas'
      : state === CLOSED.join(',')
        ? 'Cerradas'
        : statesOf(filters)
            .map((each) => requestStateLabels[each])
            .join(', ')
  return [...choices, { value: state, label }]
}

interface QueueToken {
  label: string
  /** The filters without it. */
  without: Filters
}

/** What narrows the view down. */
export function queueTokens(filters: Filters, fields: readonly FilterField[]): QueueToken[] {
  const state = viewState(filters)
  const chosen = filters.state === state ? [] : statesOf(filters)
  const [flag, ...alsoFlags] = flags.filter((each) => filters[each])
  return [
    ...(flag && filters.state === ANY_STATE
      ? [{ label: 'Estado: todos', without: { state } }]
      : []),
    ...chosen.map((each) => {
      const rest = chosen.filter((other) => other !== each)
      const label = `Estado: ${requestStateLabels[each]}`
      return { label, without: { state: rest.length > 0 ? rest.join(',') : state } }
    }),
    ...alsoFlags.map((each) => ({ label: flagLabels[each], without: { [each]: '' } })),
    ...fields.flatMap(({ name, label, choices }) => {
      const value = filters[name]
      if (!value || name === 'state') return []
      const told = choices?.find((each) => each.value === value)?.label ?? value
      return [{ label: `${label.replace(/ \(.*/, '')}: ${told}`, without: { [name]: '' } }]
    }),
  ]
}

/** The view with nothing that narrows it down. */
function viewAlone(filters: Filters): Filters {
  const view = flags.find((each) => filters[each])
  const narrowing = queueFilterNames.filter((name) => name !== 'q' && name !== view)
  return {
    ...Object.fromEntries(narrowing.map((name) => [name, ''])),
    state: viewState(filters),
  }
}

interface TokensProps {
  address: ListAddress
  tokens: readonly QueueToken[]
}

/** Each can be removed, or all at once, and all be saved, in a line of their own. */
export function QueueTokens({ address, tokens }: TokensProps) {
  return (
    <div className={classes.tokens}>
      <ChipGroup label="Filtros activos">
        {tokens.map(({ label, without }) => (
          <Token key={label} label={label} onRemove={() => address.filter(without)} />
        ))}
      </ChipGroup>
      {tokens.length > 1 && (
        <Button
          variant="subtle"
          data-removes
          onClick={() => address.filter(viewAlone(address.asked.filters))}
        >
          Quitar filtros
        </Button>
      )}
      <SaveFilters address={address} />
    </div>
  )
}

/** The filters that the user named: one press applies them, another removes them. */
export function SavedFilters({ address }: { address: ListAddress }) {
  const { saved, active } = useSaved(address)
  const [removed, setRemoved] = useState<SavedFilter | null>(null)
  if (saved.length === 0) return null
  return (
    <div className={classes.saved}>
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
      {active && (
        <Button
          variant="subtle"
          leftSection={<TrashIcon size={16} />}
          onClick={() => setRemoved(active)}
        >
          Eliminar «{active.name}»
        </Button>
      )}
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

function useSaved({ asked }: ListAddress) {
  const { data: saved = [] } = useQuery(savedFiltersQuery)
  return { saved, active: saved.find((each) => isSame(each.filters, asked.filters)) }
}

/** Names the filters of the address, unless they have a name. */
export function SaveFilters({ address }: { address: ListAddress }) {
  const { active } = useSaved(address)
  const [isSaving, setSaving] = useState(false)
  const { filters } = address.asked
  if (active || Object.keys(filters).length === 0) return null
  return (
    <>
      <SaveButton onClick={() => setSaving(true)} />
      {isSaving && <SaveFilterDialog filters={filters} onClose={() => setSaving(false)} />}
    </>
  )
}

/** On a phone a star, so that it makes the row no higher. */
function SaveButton({ onClick }: { onClick: () => void }) {
  const label = 'Guardar estos filtros'
  return usePhone() ? (
    <IconButton variant="subtle" aria-label={label} title={label} onClick={onClick}>
      <StarIcon size={18} />
    </IconButton>
  ) : (
    <Button variant="subtle" leftSection={<StarIcon size={16} />} onClick={onClick}>
      {label}
    </Button>
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
