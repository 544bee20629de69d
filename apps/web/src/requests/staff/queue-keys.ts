import type { PageKey } from './page-keys.tsx'

interface Actions {
  rows: () => HTMLElement | null
  onHelp: () => void
}

/** The keys of the list. They move among the rows' links, which Enter opens. */
export function queueKeys({ rows, onHelp }: Actions = { rows: () => null, onHelp: () => {} }) {
  return [
    { key: 'j', does: 'Ir a la solicitud siguiente', press: () => move(rows(), 1), goesOn: true },
    { key: 'k', does: 'Ir a la solicitud anterior', press: () => move(rows(), -1), goesOn: true },
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
export const SEARCH_FIELD = 'queue-search'
