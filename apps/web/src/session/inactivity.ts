import { inactivityLeft } from '@carpeta/domain/access/session-rules'
import { environment } from '../environment/environment.ts'
import { lastAction } from './stored-user.ts'

/** Milliseconds until this host's inactivity limit; negative when it has passed. */
export async function timeLeft(): Promise<number> {
  const { max_inactivity } = await environment()
  return inactivityLeft(lastAction(), Date.now(), max_inactivity)
}
