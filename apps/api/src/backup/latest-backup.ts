import { momentOfBackup, newestBackups, readBackupPlace } from './backup-place.ts'

/** A nightly backup that failed once. */
export const MAX_BACKUP_AGE_MS = 36 * 3_600_000

export interface LatestBackup {
  moment: Date
  bytes: number
}

/** @throws when the place cannot be read */
export async function latestBackup(
  url: string,
  env: NodeJS.ProcessEnv,
  now: Date,
): Promise<{
  /** How sentences name the place of `BACKUP_URL`. */
  place: string
  /** The newest one; null when there is none. */
  latest: LatestBackup | null
  /** The name of one with a date ahead: a clock was wrong when it was made, and nobody knows how old it is. */
  ahead: string | null
}> {
  const { store } = readBackupPlace(url, env)
  const { past, ahead } = newestBackups(await store.list(), now)
  const latest =
    past === null ? null : { moment: momentOfBackup(past), bytes: await store.size(past) }
  return { place: store.name, latest, ahead }
}
