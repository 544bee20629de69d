import type { RateLimits } from '../../throttle/rate-limits.ts'
import type { RequestServices } from '../request-services.ts'

export interface FollowUpServices extends RequestServices {
  limits: RateLimits
}
