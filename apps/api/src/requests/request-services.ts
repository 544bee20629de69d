import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'

/** What the acts on a request are handed. */
export interface RequestServices {
  db: Database
  config: Config
}
