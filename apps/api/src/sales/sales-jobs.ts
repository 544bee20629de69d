import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import { enqueueEmail, enqueueStaffEmail } from '../email/email-queue.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { listPermitted } from '../people/staff-store.ts'
import { FIRST_UF_YEAR, fetchUfYears } from '../uf/uf-years.ts'
import { accountNeededEmail, holderEmail, readerEmail } from './access-emails.ts'
import { findNotifiedParties } from './sale-accesses-store.ts'
import { listYearsWithoutUf } from './sales-store.ts'

export function saleJobs(services: Services): ModuleJobs {
  return {
    tasks: {
      [NOTIFY_SALE_ACCESS]: (payload) => notifySaleAccess(services, payload as SaleAccessNotice),
      [UPDATE_PAYMENT_UF]: (_payload, { logger }) => updateUfOfPayments(services, logger),
    },
    // A source may be silent for each year.
    slow: [UPDATE_PAYMENT_UF],
    // Soon after a load or a start.
    schedule: [`*/10 * * * * ${UPDATE_PAYMENT_UF} ?jobKey=${UPDATE_PAYMENT_UF}`],
  }
}

interface Services {
  db: JobDatabase
  config: Config
}

const UPDATE_PAYMENT_UF = 'update_payment_uf'

/** Fetches the UF of the days on which payments were made, in which people read them in pesos too. */
export async function updateUfOfPayments(
  services: Services,
  log: Parameters<typeof fetchUfYears>[2],
): Promise<void> {
  const { db, config } = services
  if (!config.uf.fetch) return
  const first = `${FIRST_UF_YEAR}-01-01` as CalendarDate
  const years = await listYearsWithoutUf(db, first, todayInSantiago(new Date()))
  await fetchUfYears(services, years, log)
}

export const NOTIFY_SALE_ACCESS = 'notify_sale_access'

/** The payload of the job. */
export interface SaleAccessNotice {
  accessId: number
  event: 'given' | 'revoked'
  /** Otherwise staff did it. */
  isByHolder: boolean
}

/**
 * Tells the holder, and the reader who has an activated account. Staff hear of an access that waits for
 * an account: an email that a holder typed would open it to anybody.
 */
async function notifySaleAccess(
  { db, config }: Services,
  { accessId, event, isByHolder }: SaleAccessNotice,
): Promise<void> {
  const parties = await findNotifiedParties(db, accessId)
  // An access of a former holder is void.
  if (!parties || (event === 'given' && !parties.isOfHolder)) return
  const { holder, reader, isRevoked } = parties
  const needsAccount = event === 'given' && reader === null && !isRevoked
  const permission = 'users.manage_users'
  const managers = needsAccount ? await listPermitted(db, permission) : []
  await db.transaction(async (tx) => {
    const notice = { ...parties, event, isByHolder }
    if (holder?.isActive) await enqueueEmail(tx, holderEmail(holder, notice, config), config)
    if (reader?.isActive && reader.isActivated) {
      await enqueueEmail(tx, readerEmail(reader, notice, config), config)
    }
    for (const manager of managers) {
      if (!manager.wantsEmails) continue
      await enqueueStaffEmail(
        tx,
        accountNeededEmail(manager, notice, config),
        { colleague: manager, permission },
        config,
      )
    }
  })
}
