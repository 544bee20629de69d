import type { RateLimits } from '../../throttle/rate-limits.ts'
import type { AttachServices } from '../attachments/attach-document.ts'

export interface FilingServices extends AttachServices {
  limits: RateLimits
}
