import { randomName } from '../api/random-name.ts'
import { tabStorage } from '../ui/browser-storage.ts'

const NAME = 'tab'

/**
 * Names this tab, also after a reload. A tab that was duplicated has its twin's name in its storage: the twin
 * holds the lock of it, so this one takes another.
 */
export function writtenIn(): Promise<string> {
  found ??= find()
  return found
}

let found: Promise<string> | undefined

async function find(): Promise<string> {
  const stored = tabStorage.get(NAME)
  const name = stored !== null && (await isFree(stored)) ? stored : randomName()
  if (name !== stored) await isFree(name)
  tabStorage.set(NAME, name)
  return name
}

/** Takes the name while this page lives; a browser without locks cannot tell. */
function isFree(name: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise((tell) => {
    void navigator.locks.request(`tab:${name}`, { ifAvailable: true }, (lock) => {
      tell(lock !== null)
      return lock && new Promise(() => {})
    })
  })
}
