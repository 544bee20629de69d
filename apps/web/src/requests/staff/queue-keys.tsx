import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { deviceStorage } from '../../ui/browser-storage.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import { SearchIcon } from '../../ui/icons/icons.tsx'
import classes from './queue.module.css'

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

/** Each key with its action; the dialog lists them. */
const queueKeys: readonly QueueKey[] = [
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
    <search>
      <form className={classes.search} onSubmit={search}>
        <TextInput
          ref={field}
          id={SEARCH_FIELD}
          className={classes.searchField ?? ''}
          type="search"
          label="Buscar por número, rut, nombre o texto"
          defaultValue={text}
          maxLength={200}
          autoComplete="off"
        />
        <Button type="submit" size="md" variant="default" leftSection={<SearchIcon size={18} />}>
          Buscar
        </Button>
      </form>
    </search>
  )
}

interface QueueKeysDialogProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** The list of keys. They can be switched off, for users who dictate or whose keys press by themselves. */
export function QueueKeysDialog({ isOn, onSwitch, onClose }: QueueKeysDialogProps) {
  return (
    <Dialog title="Teclas de la lista" onClose={onClose}>
      <dl className={classes.keys}>
        {queueKeys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <LabelledSwitch
        label="Usar estas teclas"
        description="Mientras escribes en un campo son letras y nada más."
        isOn={isOn}
        onMove={onSwitch}
      />
    </Dialog>
  )
}

const STORED = 'queue_keys'
const OFF = 'off'

/** Whether the keys of the list are in use, remembered in this browser. On unless switched off. */
export function useKeysSetting(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(readSetting)

  function change(next: boolean) {
    setOn(next)
    if (next) deviceStorage.remove(STORED)
    else deviceStorage.set(STORED, OFF)
  }

  return [isOn, change]
}

function readSetting(): boolean {
  return deviceStorage.get(STORED) !== OFF
}
