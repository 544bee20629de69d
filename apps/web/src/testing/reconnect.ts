import { act } from '@testing-library/react'

/** A phone loses its network and finds it again, so queries run again. */
export function reconnect() {
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
}
