import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'

export interface RequestServices {
  db: Database
  config: Config
}
