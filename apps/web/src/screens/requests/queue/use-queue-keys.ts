import { type RefObject, useEffect, useRef } from 'react'
import { SEARCH_FIELD } from './queue-search.tsx'

/** What each key does, for the dialog that lists them. */
export const queueKeys = [
  { key: 'j', does: 'Ir a la solicitud siguiente' },
  { key: 'k', does: 'Ir a la solicitud anterior' },
  { key: 'Enter', does: 'Abrir la solicitud' },
  { key: 'x', does: 'Seleccionar la solicitud' },
  { key: '/', does: 'Buscar' },
  { key: '?', does: 'Ver estas teclas' },
] as const

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
      if (event.key === '?') onHelp()
      else if (!isOn || !rows.current || !runKey(event.key, rows.current)) return
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

/** @returns whether the key does something */
function runKey(key: string, rows: HTMLElement): boolean {
  if (key === 'j') return move(rows, 1)
  if (key === 'k') return move(rows, -1)
  if (key === 'x') return toggle(rows)
  if (key !== '/') return false
  document.getElementById(SEARCH_FIELD)?.focus()
  return true
}

function move(rows: HTMLElement, step: 1 | -1): boolean {
  const links = [...rows.querySelectorAll<HTMLElement>('[data-row-link]')]
  const now = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = now === -1 ? 0 : now + step
  links[next]?.focus()
  return true
}

function toggle(rows: HTMLElement): boolean {
  const row = document.activeElement?.closest('tr')
  if (!row || !rows.contains(row)) return false
  row.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click()
  return true
}
