const BEFORE_VIEW = 'before_view'

/** Where staff were when they went to see a member's folder. */
export function saveViewOrigin(address: string) {
  sessionStorage.setItem(BEFORE_VIEW, address)
}

/** To the same page of the same list; a view may also have been begun in another tab. */
export function viewOrigin(): string {
  return sessionStorage.getItem(BEFORE_VIEW) ?? '/users'
}
