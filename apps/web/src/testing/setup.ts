import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

// What jsdom does not have and the screens ask for.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => false,
})
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
URL.createObjectURL = () => 'blob:nowhere'
URL.revokeObjectURL = () => {}

// The portal also runs on a plain http host, where browsers keep this back.
Object.defineProperty(crypto, 'randomUUID', { value: undefined })

// A machine that is busy with other tests is no failure.
configure({ asyncUtilTimeout: 5000 })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in jsdom.
  document.cookie = 'csrftoken=; expires=Thu, 01 Jan 1970 00:00:00 GMT'
})

afterEach(cleanup)
