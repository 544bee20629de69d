import { tabStorage } from '../ui/browser-storage.ts'

const BEFORE_VIEW = 'before_view'

/** Saves the page from which staff started a view. */
export function saveViewOrigin(address: string) {
  tabStorage.set(BEFORE_VIEW, address)
}

/** Returns to that page; a view started in another tab returns to the users. */
export function viewOrigin(): string {
  return tabStorage.get(BEFORE_VIEW) ?? '/users'
}
