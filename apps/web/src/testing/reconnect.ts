import { act } from '@testing-library/react'

/** A phone that loses its network and finds it again: whatever is shown is asked for anew. */
export function reconnect() {
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
}
