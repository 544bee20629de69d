import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { deviceStorage } from '../../ui/browser-storage.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import classes from './page-keys.module.css'

export interface PageKey {
  key: string
  does: string
  /** Absent where the browser or a field does it. */
  press?: () => void
  /** Works also where the keys are switched off. */
  isAlwaysOn?: true
  /** Held, it goes on; any other key counts once. */
  goesOn?: true
}

/** Keys of a page. Never while the user types or a dialog is open. */
export function usePageKeys(keys: readonly PageKey[], isOn: boolean) {
  const latest = useRef({ keys, isOn })
  // Before the next key: it would act on the request before.
  useLayoutEffect(() => {
    latest.current = { keys, isOn }
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!isForPage(event)) return
      const { keys, isOn } = latest.current
      const found = keys.find(({ key }) => key === event.key)
      if (!found?.press || !(isOn || found.isAlwaysOn)) return
      if (event.repeat && !found.goesOn) return
      event.preventDefault()
      found.press()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isForPage(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.isComposing) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED))) {
    return false
  }
  return document.querySelector('[role="dialog"], [role="menu"]') === null
}

const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea, select'

interface Props {
  /** Of this page first, then of the other one. */
  parts: readonly { title: string; keys: readonly Pick<PageKey, 'key' | 'does'>[] }[]
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** The list of keys. They can be switched off, for users who dictate or whose keys press by themselves. */
export function KeysDialog({ parts, isOn, onSwitch, onClose }: Props) {
  return (
    <Dialog title="Teclas" size="xl" onClose={onClose}>
      <div className={classes.parts}>
        {parts.map(({ title, keys }) => (
          <section key={title}>
            <h3 className={classes.keysTitle}>{title}</h3>
            <dl className={classes.keys}>
              {/* Two keys that do the same have one line. */}
              {[...new Set(keys.map(({ does }) => does))].map((does) => (
                <div key={does}>
                  <dt>
                    {keys
                      .filter((each) => each.does === does)
                      .map(({ key }) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
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

/** Whether the keys are in use, remembered in this browser. On unless switched off. */
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
