import { environment } from '../environment/environment.ts'
import { lastAction } from './stored-user.ts'

/** Ms until the inactivity limit; Infinity where there is none or nothing was done yet. */
export async function timeLeft(now = Date.now()): Promise<number> {
  const { max_inactivity: limit } = await environment()
  const since = lastAction()
  return limit > 0 && since > 0 ? limit - (now - since) : Number.POSITIVE_INFINITY
}
