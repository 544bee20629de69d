import { MAX_SEARCH, MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { formatRut } from '@carpeta/domain/people/rut'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { stateLabel } from '@carpeta/domain/requests/state-label'
import { useQuery } from '@tanstack/react-query'
import {
  type Dispatch,
  type KeyboardEvent as ReactKeyboardEvent,
  type SetStateAction,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { TextInput } from '../ui/fields/inputs.ts'
import { SearchIcon } from '../ui/icons/icons.tsx'
import { MenuContext } from '../ui/layout/menu.ts'
import { type SearchResults, searchQuery } from './calls.ts'
import classes from './search-dialog.module.css'
import { type FoundPage, findPages } from './search-pages.ts'

// A call for each pause of the typing, not for each key.
const PAUSE_MS = 250

/** The search of staff, whether it is open or waits for its key. */
export function StaffSearch({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  useEarlyKeys(isOpen, setTyped)
  if (!isOpen) return null
  return (
    <SearchDialog
      typed={typed}
      onType={setTyped}
      onClose={() => {
        setTyped('')
        onClose()
      }}
    />
  )
}

/** What is typed before the search has its field goes there, and not to the page behind. */
function useEarlyKeys(isSearching: boolean, onType: Dispatch<SetStateAction<string>>) {
  useLayoutEffect(() => {
    if (!isSearching) return
    function press(event: KeyboardEvent) {
      if (document.activeElement?.closest('[role="dialog"]')) return
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (event.key === 'Backspace') onType((typed) => typed.slice(0, -1))
      else if ([...event.key].length === 1) onType((typed) => typed + event.key)
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [isSearching, onType])
}

interface Props {
  /** Also what was typed before the dialog was there. */
  typed: string
  onType: (text: string) => void
  onClose: () => void
}

/** Members, sales, requests, pages and actions, as a combobox: the arrows choose, Enter opens. */
function SearchDialog({ typed, onType: setTyped, onClose }: Props) {
  const id = useId()
  const navigate = useNavigate()
  const user = useStoredUser()
  const menu = useContext(MenuContext)
  const text = usePaused(typed.trim())
  const isLongEnough = text.length >= MIN_SEARCH
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(text),
    enabled: isLongEnough,
  })
  const shown = useDeferredValue(data)
  // Until then the results of the text before stay.
  const isCurrent = text === typed.trim() && !isPlaceholderData && shown === data
  const pages = isLongEnough && user ? findPages(text, user, menu) : []
  const groups = [...(isLongEnough && shown ? resultGroups(shown) : []), ...pageGroup(pages)]
  const results = groups.flatMap(({ results }) => results)
  const [chosen, setChosen] = useState(0)
  const active = Math.min(chosen, results.length - 1)
  const optionId = (index: number) => `${id}-${index}`

  function open(index: number) {
    const result = results[index]
    if (!result) return
    onClose()
    void navigate(result.to)
  }

  function press(event: ReactKeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && results.length > 0) {
      event.preventDefault()
      const next = (active + step + results.length) % results.length
      setChosen(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isCurrent) open(active)
    }
  }

  return (
    <Dialog title="Buscar" size="lg" onClose={onClose}>
      <TextInput
        type="search"
        label="Socio, venta, solicitud o página"
        description="Nombre, rut, código, número o lo que quieres hacer"
        leftSection={<SearchIcon size={18} />}
        value={typed}
        maxLength={MAX_SEARCH}
        autoComplete="off"
        data-autofocus
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-results`}
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? optionId(active) : undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={press}
      />
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <VisuallyHidden role="status">
        {status(isLongEnough && isCurrent && !isFetching, results.length)}
      </VisuallyHidden>
      <Results
        id={`${id}-results`}
        groups={groups}
        active={active}
        optionId={optionId}
        onOpen={open}
      />
      {isLongEnough && data && !isFetching && results.length === 0 && (
        <p className={classes.none}>No hay resultados para «{text}».</p>
      )}
    </Dialog>
  )
}

interface ResultsProps {
  id: string
  groups: ResultGroup[]
  active: number
  optionId: (index: number) => string
  onOpen: (index: number) => void
}

function Results({ id, groups, active, optionId, onOpen }: ResultsProps) {
  const first = (group: number) =>
    groups.slice(0, group).reduce((count, { results }) => count + results.length, 0)
  return (
    <div id={id} role="listbox" aria-label="Resultados" className={classes.results}>
      {groups.map(({ title, results }, group) => (
        // biome-ignore lint/a11y/useSemanticElements: the group of a list box is no fieldset.
        <div key={title} role="group" aria-label={title} className={classes.group}>
          <p className={classes.title} aria-hidden="true">
            {title}
          </p>
          {results.map(({ key, label, detail }, index) => {
            const place = first(group) + index
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys and the focus.
              <div
                key={key}
                id={optionId(place)}
                role="option"
                tabIndex={-1}
                aria-selected={place === active}
                className={classes.option}
                onClick={() => onOpen(place)}
              >
                <span className={classes.label}>{label}</span>
                <span className={classes.detail}>{detail}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function status(isAnswered: boolean, count: number): string {
  if (!isAnswered) return ''
  if (count === 0) return 'Sin resultados'
  return count === 1 ? '1 resultado' : `${count} resultados`
}

/** The value once it has not changed for a moment. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

interface SearchResult {
  key: string
  label: string
  detail: string
  to: string
}

interface ResultGroup {
  title: string
  results: SearchResult[]
}

/** The results in groups, without empty ones. Who was found is one row, with what that person bought. */
function resultGroups({ members = [], sales = [], requests }: SearchResults): ResultGroup[] {
  const isFound = ({ holder }: FoundSale) => members.some(({ id }) => id === holder.id)
  const groups: ResultGroup[] = [
    {
      title: 'Socios y usuarios',
      results: members.map(({ id, name, social_security, email }) => ({
        key: `member ${id}`,
        label: name || email,
        detail: [
          formatRut(social_security),
          email,
          ...sales.filter(({ holder }) => holder.id === id).map(nameOfSale),
        ]
          .filter(Boolean)
          .join(' · '),
        to: fileOf(id),
      })),
    },
    {
      title: 'Ventas',
      results: sales
        .filter((sale) => !isFound(sale))
        .map((sale) => ({
          key: `sale ${sale.code}`,
          label: nameOfSale(sale),
          detail: sale.holder.name,
          to: fileOf(sale.holder.id),
        })),
    },
    {
      title: 'Solicitudes',
      results: (requests ?? []).map(({ id, title, state, merged_into, member }) => ({
        key: `request ${id}`,
        label: `${requestNumber(id)} · ${title}`,
        detail: `${member} · ${stateLabel(state, merged_into)}`,
        to: `/requests/${id}`,
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

type FoundSale = NonNullable<SearchResults['sales']>[number]

const nameOfSale = ({ code, project }: FoundSale) => [code, project].filter(Boolean).join(' · ')

function pageGroup(pages: FoundPage[]): ResultGroup[] {
  if (pages.length === 0) return []
  const results = pages.map(({ label, path }) => ({
    key: `page ${label}`,
    label,
    detail: '',
    to: path,
  }))
  return [{ title: 'Páginas y acciones', results }]
}

const fileOf = (id: number) => `/users/${id}`
