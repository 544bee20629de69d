import { inactivityLeft } from '@carpeta/domain/access/session-rules'
import { environment } from '../../environment/environment.ts'
import { lastAction } from '../stored-user.ts'

/** Milliseconds until this host's inactivity limit; negative when it has passed. */
export async function timeLeft(now = Date.now()): Promise<number> {
  const { max_inactivity } = await environment()
  return inactivityLeft(lastAction(), now, max_inactivity)
}
