import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { RECENT_AUTHENTICATION_MINUTES } from '@carpeta/domain/access/reauthentication-rules'
import { PRODUCTION_INACTIVITY_MS, SERVER_GRACE_MS } from '@carpeta/domain/access/session-rules'
import { z } from 'zod'
import { readOrCreateFile } from './read-or-create-file.ts'
import type { SecretKeys } from './secret-keys.ts'
import type { ServerConfig } from './server-settings.ts'
import { commaList, flag, period } from './setting-kinds.ts'

const MINUTE = 60_000

/** Keys, sessions, and who may register. */
export const accessSettings = {
  /** Signs CSRF tokens and encrypts waiting emails; at least 32 characters, required in production. */
  SECRET_KEY: z.string().optional(),
  /** Former SECRET_KEYs, the latest first, comma separated: what they signed stays valid. */
  SECRET_KEY_PREVIOUS: commaList.default([]),
  /** Minutes without a call until a session ends, in the browser shortly before; 65 in production, no limit in local and test unless set. */
  SESSION_IDLE_MINUTES: z.coerce.number().positive().optional(),
  /** Hours until a session ends, also an active one. */
  SESSION_MAX_HOURS: z.coerce.number().positive().default(12),
  /** Minutes for which a login is recent enough to create, change or delete the accounts of others; 0 asks for none. */
  RECENT_LOGIN_MINUTES: period(0, 1440, RECENT_AUTHENTICATION_MINUTES),
  /** Whether staff who manage accounts or answer members need a second factor; true in production. */
  REQUIRE_STAFF_FACTOR: flag.optional(),
  /** Whether visitors may register by email; members get their account from the import. */
  REGISTRATION_OPEN: flag.default(false),
  /** Whether members may keep their account statement on a device, to see it without a network. */
  OFFLINE_STATEMENTS: flag.default(true),
}

const schema = z.object(accessSettings)

export interface AccessConfig {
  secretKeys: SecretKeys
  /** Milliseconds; null is no limit. */
  sessionIdleMs: number | null
  sessionMaxMs: number
  /** 0 asks for none. */
  recentLoginMinutes: number
  requireStaffFactor: boolean
  registrationOpen: boolean
  offlineStatements: boolean
}

export function accessConfig(
  set: z.infer<typeof schema>,
  { environment, dataDir }: Pick<ServerConfig, 'environment' | 'dataDir'>,
): AccessConfig {
  const isProduction = environment === 'production'
  const idleMs = isProduction ? PRODUCTION_INACTIVITY_MS + SERVER_GRACE_MS : null
  return {
    secretKeys: [set.SECRET_KEY || readOrCreateSecretKey(dataDir), ...set.SECRET_KEY_PREVIOUS],
    sessionIdleMs:
      set.SESSION_IDLE_MINUTES === undefined ? idleMs : set.SESSION_IDLE_MINUTES * MINUTE,
    sessionMaxMs: set.SESSION_MAX_HOURS * 60 * MINUTE,
    recentLoginMinutes: set.RECENT_LOGIN_MINUTES,
    requireStaffFactor: set.REQUIRE_STAFF_FACTOR ?? isProduction,
    registrationOpen: set.REGISTRATION_OPEN,
    offlineStatements: set.OFFLINE_STATEMENTS,
  }
}

/** Creates the key once outside production, so that a restart ends no session. */
function readOrCreateSecretKey(dataDir: string): string {
  return readOrCreateFile(resolve(dataDir, 'secret-key'), () => randomBytes(48).toString('base64'))
}
