import { afterEach, vi } from 'vitest'
import { lowerHashCost } from './hash-cost.ts'
import './patience.ts'

lowerHashCost()
// A test that moves the clock moves it for itself alone.
afterEach(() => void vi.useRealTimers())
