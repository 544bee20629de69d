// Back closes the topmost dialog instead of leaving the page. An opened dialog adds a copy of the page's own entry to
// the history, of which the router learns nothing. The copy stays when the dialog is closed by a button, since going
// back then would end a navigation that has begun; Back steps over it later.

type Close = () => void

let open: readonly { current: Close }[] | null = null
/** The router's place of the page that has a copy above it. */
let copied: unknown = null
let isSteppingOver = false

const isCopy = (state: unknown) =>
  typeof state === 'object' && state !== null && 'ofDialog' in state

/** @param dialogs the open ones, the topmost last; always the same list */
export function enterHistory(dialogs: readonly { current: Close }[]) {
  // Before the router.
  if (!open) window.addEventListener('popstate', onPop, { capture: true })
  open = dialogs
  addCopy()
}

function addCopy() {
  if (isCopy(history.state)) return
  copied = history.state?.idx
  history.pushState({ ...history.state, ofDialog: true }, '')
}

function onPop(event: PopStateEvent) {
  const wasSteppingOver = isSteppingOver
  isSteppingOver = false
  if (open?.length && !isCopy(event.state)) {
    event.stopImmediatePropagation()
    open.at(-1)?.current()
    // It asks first, is busy, or another one is below.
    setTimeout(() => open?.length && addCopy())
  } else if (isCopy(event.state) || (event.state?.idx === copied && !wasSteppingOver)) {
    // To the copy from a page after it, or from the copy to its page.
    event.stopImmediatePropagation()
    isSteppingOver = isCopy(event.state)
    copied = null
    history.back()
  }
}
