import { flushSync } from 'react-dom'

/** Shows the errors of a form that checks its fields itself, and focuses the first one. */
export function showErrors(form: Element | null, show: () => void) {
  flushSync(show)
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus()
}
