import { type RefObject, useEffect, useRef } from 'react'
import { SEARCH_FIELD } from './queue-search.tsx'

interface Actions {
  rows: HTMLElement | null
  onHelp: () => void
}

interface QueueKey {
  key: string
  does: string
  /** Absent where the browser does it. */
  press?: (actions: Actions) => void
  /** Works also where the keys are switched off. */
  isAlwaysOn?: true
}

/** What each key does; the dialog lists them. */
export const queueKeys: readonly QueueKey[] = [
  { key: 'j', does: 'Ir a la solicitud siguiente', press: ({ rows }) => move(rows, 1) },
  { key: 'k', does: 'Ir a la solicitud anterior', press: ({ rows }) => move(rows, -1) },
  { key: 'Enter', does: 'Abrir la solicitud' },
  { key: 'x', does: 'Seleccionar la solicitud', press: ({ rows }) => toggle(rows) },
  { key: '/', does: 'Buscar', press: () => document.getElementById(SEARCH_FIELD)?.focus() },
  { key: '?', does: 'Ver estas teclas', press: ({ onHelp }) => onHelp(), isAlwaysOn: true },
]

interface Options {
  isOn: boolean
  onHelp: () => void
}

/** Moves among the rows' links, which Enter opens. Never while the user types or a dialog is open. */
export function useQueueKeys(rows: RefObject<HTMLElement | null>, options: Options) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isForPage(event)) return
      const { isOn, onHelp } = latest.current
      const found = queueKeys.find(({ key }) => key === event.key)
      if (!found?.press || !(isOn || found.isAlwaysOn)) return
      found.press({ rows: rows.current, onHelp })
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [rows])
}

function isForPage(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED))) {
    return false
  }
  return document.querySelector('[role="dialog"]') === null
}

const TYPED = 'input:not([type="checkbox"]), textarea, select'

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
