import type { Config } from '../../config/config.ts'
import type { DocumentServices } from '../../documents/document-services.ts'
import type { PdfPool } from '../../pdf/pdf-pool.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'

export interface SlotFileServices extends DocumentServices {
  config: Config
  limits: RateLimits
  pdfs: PdfPool
}
