import type { Config } from '../../config/config.ts'
import type { Database } from '../../db/client.ts'
import type { ModuleJobs } from '../../jobs/module-jobs.ts'
import {
  NOTIFY_SALE_ACCESS,
  notifySaleAccess,
  type SaleAccessNotice,
} from './notify-sale-access.ts'

export function saleAccessJobs(services: { db: Database; config: Config }): ModuleJobs {
  return {
    tasks: {
      [NOTIFY_SALE_ACCESS]: (payload) => notifySaleAccess(services, payload as SaleAccessNotice),
    },
  }
}
