import { MAX_SEARCH, MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { formatRut } from '@carpeta/domain/people/rut'
import { requestStateLabels } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { TextInput } from '../ui/fields/inputs.ts'
import { SearchIcon } from '../ui/icons/icons.tsx'
import { type SearchResults, searchQuery } from './calls.ts'
import classes from './search-dialog.module.css'

// A call for each pause of the typing, not for each key.
const PAUSE_MS = 250

/** Members, sales and requests, as a combobox: the arrows choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const text = usePaused(typed.trim())
  const isLongEnough = text.length >= MIN_SEARCH
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...searchQuery(text),
    enabled: isLongEnough,
  })
  const shown = useDeferredValue(data)
  // Until then the results of the text before stay.
  const isCurrent = text === typed.trim() && !isPlaceholderData && shown === data
  const groups = isLongEnough && shown ? resultGroups(shown) : []
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

  function press(event: KeyboardEvent) {
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
        label="Socio, venta o solicitud"
        description="Nombre, rut, código o número"
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

/** The results in groups, without empty ones. */
function resultGroups({ members, sales, requests }: SearchResults): ResultGroup[] {
  const groups: ResultGroup[] = [
    {
      title: 'Socios y usuarios',
      results: (members ?? []).map(({ id, name, social_security, email }) => ({
        key: `member ${id}`,
        label: name || email,
        detail: [formatRut(social_security), email].filter(Boolean).join(' · '),
        to: fileOf(id),
      })),
    },
    {
      title: 'Ventas',
      results: (sales ?? []).map(({ code, project, holder }) => ({
        key: `sale ${code}`,
        label: [code, project].filter(Boolean).join(' · '),
        detail: holder.name,
        to: fileOf(holder.id),
      })),
    },
    {
      title: 'Solicitudes',
      results: (requests ?? []).map(({ id, title, state, member }) => ({
        key: `request ${id}`,
        label: `Nº ${id} · ${title}`,
        detail: `${member} · ${requestStateLabels[state]}`,
        to: `/requests/${id}`,
      })),
    },
  ]
  return groups.filter(({ results }) => results.length > 0)
}

const fileOf = (id: number) => `/users/${id}`
