/** `localStorage` or `sessionStorage`, or this page's memory where the browser denies them. */
export interface BrowserStorage {
  get(name: string): string | null
  set(name: string, value: string): void
  remove(name: string): void
  names(): string[]
}

/** Outlives the browser's window. */
export const deviceStorage = storageNamed('localStorage')
/** Ends with the tab. */
export const tabStorage = storageNamed('sessionStorage')

/**
 * In another site's frame the mere mention of a storage may throw a `SecurityError`, and a full one refuses to
 * write: what it does not take, this page remembers.
 */
function storageNamed(kind: 'localStorage' | 'sessionStorage'): BrowserStorage {
  const memory = new Map<string, string>()

  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(window[kind])
    } catch {
      return otherwise
    }
  }

  return {
    get: (name) => memory.get(name) ?? attempt((storage) => storage.getItem(name), null),
    set(name, value) {
      memory.set(name, value)
      attempt((storage) => {
        storage.setItem(name, value)
        memory.delete(name)
      }, undefined)
    },
    remove(name) {
      memory.delete(name)
      attempt((storage) => storage.removeItem(name), undefined)
    },
    names: () => [...memory.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}
