import { tabStorage } from '../ui/browser-storage.ts'

const RELOADED = 'reloaded_for'

let nextPage = () => window.location.href

/** Sets what tells the address of the page that is being opened, or is open. */
export function setNextPage(address: () => string) {
  nextPage = address
}

/**
 * Reloads where the person was going when this page's scripts are those of an earlier release: the server answers, but
 * no longer has the script. Once for each release, so that a script that is truly missing ends in an error.
 * @returns whether the page is about to go.
 */
export async function reloadForNewRelease(): Promise<boolean> {
  const release = import.meta.url
  if (tabStorage.get(RELOADED) === release || !(await isServed())) return false
  tabStorage.set(RELOADED, release)
  // The address alone would not load the page again when only its hash differs.
  window.history.replaceState(null, '', nextPage())
  window.location.reload()
  return true
}

async function isServed(): Promise<boolean> {
  const response = await fetch('/environments.json', { cache: 'no-store' }).catch(() => null)
  return response?.ok ?? false
}
