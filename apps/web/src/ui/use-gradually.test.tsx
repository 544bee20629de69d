import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useGradually } from './use-gradually.ts'

function Parts() {
  return <p>{useGradually(4, 1)}</p>
}

const rendered = () => screen.getByText(/^\d$/).textContent

/** A browser that is idle only when it is told so. */
function idleBrowser() {
  const waiting = new Map<number, () => void>()
  let last = 0
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    last += 1
    waiting.set(last, work)
    return last
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => waiting.delete(handle))
  return () =>
    act(() => {
      const works = [...waiting.values()]
      waiting.clear()
      for (const work of works) work()
    })
}

test('each time the browser is idle one part more is rendered (§12.603)', () => {
  const beIdle = idleBrowser()
  render(<Parts />)
  expect(rendered()).toBe('1')
  beIdle()
  expect(rendered()).toBe('2')
  beIdle()
  beIdle()
  beIdle()
  expect(rendered()).toBe('4')
})

test('a browser that is never idle renders one part more each second', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  vi.stubGlobal('requestIdleCallback', (work: () => void, { timeout }: IdleRequestOptions = {}) =>
    timeout === undefined ? 0 : setTimeout(work, timeout),
  )
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
  render(<Parts />)
  act(() => void vi.advanceTimersByTime(1000))
  expect(rendered()).toBe('2')
  act(() => void vi.advanceTimersByTime(1000))
  act(() => void vi.advanceTimersByTime(1000))
  expect(rendered()).toBe('4')
})

test('all of them are printed (§12.603)', () => {
  idleBrowser()
  render(<Parts />)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(rendered()).toBe('4')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(rendered()).toBe('1')
})

test('a browser that does not tell when it is idle renders all of them', () => {
  render(<Parts />)
  expect(rendered()).toBe('4')
})
