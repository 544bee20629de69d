import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'

export interface SecondFactorServices {
  db: Database
  config: Config
  limits: RateLimits
}
