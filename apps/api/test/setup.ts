import { afterEach, vi } from 'vitest'
import { lowerHashCost } from './hash-cost.ts'
import { beginOnOneDay } from './one-day.ts'
import './patience.ts'

lowerHashCost()
await beginOnOneDay()
// A test that moves the clock moves it for itself alone.
afterEach(() => void vi.useRealTimers())
