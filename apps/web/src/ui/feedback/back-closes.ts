// Back closes the topmost dialog instead of leaving the page. While dialogs are open the history has one entry
// more, a copy of the page's own, of which the router learns nothing.

type Close = () => void

let open: readonly { current: Close }[] | null = null
/** Going back over the entry ourselves, once the last dialog was closed by a button. */
let isReturning = false

const isOfDialog = (state: unknown) =>
  typeof state === 'object' && state !== null && 'ofDialog' in state

/** @param dialogs the open ones, the topmost last; always the same list */
export function enterHistory(dialogs: readonly { current: Close }[]) {
  // Before the router.
  if (!open) window.addEventListener('popstate', onPop, { capture: true })
  open = dialogs
  addEntry()
}

export function leaveHistory() {
  // Another dialog may take its place, and a link in it may have led to another page.
  setTimeout(() => {
    if (open?.length !== 0 || isReturning || !isOfDialog(history.state)) return
    isReturning = true
    history.back()
  })
}

function addEntry() {
  if (!isOfDialog(history.state)) history.pushState({ ...history.state, ofDialog: true }, '')
}

function onPop(event: PopStateEvent) {
  const isEntry = isOfDialog(event.state)
  if (isReturning) {
    isReturning = false
    event.stopImmediatePropagation()
    // Another page was opened in between.
    if (isEntry) history.forward()
  } else if (open?.length && !isEntry) {
    event.stopImmediatePropagation()
    open.at(-1)?.current()
    // It asks first, is busy, or another one is below.
    setTimeout(() => open?.length && addEntry())
  } else if (!open?.length && isEntry) {
    // Coming back from a page that was opened from a dialog.
    event.stopImmediatePropagation()
    history.back()
  }
}
