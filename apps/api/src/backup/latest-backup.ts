import { momentOfBackup, readBackupPlace } from './backup-place.ts'

/** A nightly backup that failed once. */
export const MAX_BACKUP_AGE_MS = 36 * 3_600_000

export interface LatestBackup {
  moment: Date
  bytes: number
}

/** The newest backup in `BACKUP_URL`; null when there is none. @throws when the place cannot be read */
export async function latestBackup(
  url: string,
  env: NodeJS.ProcessEnv,
): Promise<LatestBackup | null> {
  const { store } = readBackupPlace(url, env)
  const name = (await store.list()).at(-1)
  return name === undefined ? null : { moment: momentOfBackup(name), bytes: await store.size(name) }
}
