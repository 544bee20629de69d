import { type FormEvent, useEffect, useRef } from 'react'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { SearchIcon } from '../../ui/icons/icons.tsx'
import type { PageKey } from './page-keys.tsx'
import classes from './queue-keys.module.css'

interface Actions {
  rows: () => HTMLElement | null
  onHelp: () => void
}

/** The keys of the list. They move among the rows' links, which Enter opens. */
export function queueKeys({ rows, onHelp }: Actions = { rows: () => null, onHelp: () => {} }) {
  return [
    { key: 'j', does: 'Ir a la solicitud siguiente', press: () => move(rows(), 1) },
    { key: 'k', does: 'Ir a la solicitud anterior', press: () => move(rows(), -1) },
    { key: 'Enter', does: 'Abrir la solicitud' },
    { key: 'x', does: 'Seleccionar la solicitud', press: () => toggle(rows()) },
    { key: '/', does: 'Buscar', press: () => document.getElementById(SEARCH_FIELD)?.focus() },
    { key: '?', does: 'Ver estas teclas', press: onHelp, isAlwaysOn: true },
  ] satisfies PageKey[]
}

function move(rows: HTMLElement | null, step: 1 | -1): void {
  const links = [...(rows?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const now = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = now === -1 ? 0 : now + step
  links[next]?.focus()
}

function toggle(rows: HTMLElement | null): void {
  const row = document.activeElement?.closest('tr')
  if (!row || !rows?.contains(row)) return
  row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
}

/** The shortcut of the search finds its field by this id. */
const SEARCH_FIELD = 'queue-search'

interface Props {
  /** The search in the address. */
  text: string
  onSearch: (text: string) => void
}

export function QueueSearch({ text, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null)

  // Back, and a saved filter, change the address.
  useEffect(() => {
    if (field.current) field.current.value = text
  }, [text])

  function search(event: FormEvent) {
    event.preventDefault()
    onSearch(field.current?.value.trim() ?? '')
  }

  return (
    <search className={classes.searchPart}>
      <form className={classes.search} onSubmit={search}>
        <TextInput
          ref={field}
          id={SEARCH_FIELD}
          className={classes.searchField ?? ''}
          type="search"
          size="sm"
          aria-label="Buscar por número, rut, nombre o texto"
          placeholder="Buscar por número, rut, nombre o texto"
          defaultValue={text}
          maxLength={200}
          autoComplete="off"
        />
        <IconButton type="submit" variant="default" aria-label="Buscar">
          <SearchIcon size={18} />
        </IconButton>
      </form>
    </search>
  )
}
