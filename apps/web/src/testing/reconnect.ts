import { act } from '@testing-library/react'

/** Goes offline and online again, which makes queries refetch. */
export function reconnect() {
  act(() => {
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
  })
}
