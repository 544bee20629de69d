import { deleteUnconfirmed } from '../account/unconfirmed-registrations-store.ts'
import { deleteEndedSessions } from '../auth/sessions-store.ts'
import { type Database, rootCause } from '../db/client.ts'
import { operator } from '../http/caller.ts'
import { deleteOldRejects } from '../imports/loads-store.ts'
import { deleteFailedJobs } from '../jobs/failed-jobs-store.ts'
import { deleteClosedRequests } from '../requests/lifecycle/closed-requests-store.ts'
import { eraseBuyer, listOpenSales } from '../sales/erased-buyers-store.ts'
import { deleteOldDevices } from '../throttle/known-devices-store.ts'
import { anonymiseAccount } from './anonymise-account.ts'
import type { PersonalDataServices } from './collect-member-data.ts'
import { isRutOfAnother, listLongDeleted, lockAccounts } from './erase-store.ts'

const REASON = 'Plazo de conservación de una cuenta eliminada'

/**
 * Lets go of what was kept for as long as the settings say; drafts go every hour, with their
 * documents. @returns how many of each
 */
export async function applyRetention({ db, config }: PersonalDataServices) {
  const { retention } = config
  return {
    sessions: await deleteEndedSessions(db, config),
    devices: await deleteOldDevices(db, retention.deviceDays),
    registrations: await deleteUnconfirmed(db, retention.unconfirmedDays),
    requests: await deleteClosedRequests(db, retention.closedRequestYears),
    rejects: await deleteOldRejects(db, retention.loadRejectDays),
    jobs: await deleteFailedJobs(db, retention.failedJobDays),
    accounts: await anonymiseLongDeleted(db, retention.deletedAccountYears),
  }
}

/**
 * One account after the other, so that one that cannot be anonymised holds up no other.
 * @throws at the end, naming those
 */
async function anonymiseLongDeleted(db: Database, years: number): Promise<number> {
  let anonymised = 0
  const failures: string[] = []
  for (const id of await listLongDeleted(db, years)) {
    try {
      if (await anonymiseDeleted(db, id)) anonymised++
    } catch (error) {
      failures.push(`${id} (${(rootCause(error) as Error).message})`)
    }
  }
  if (failures.length > 0) {
    const others = `${anonymised} others were`
    throw new Error(`these accounts could not be anonymised, ${others}: ${failures.join(', ')}`)
  }
  return anonymised
}

/** False while something of it is open. The last of a rut's accounts takes the sales with it. */
async function anonymiseDeleted(db: Database, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [account] = await lockAccounts(tx, [id])
    if (!account?.isDeleted || account.openRequests.length > 0) return false
    const { rut } = account
    const isLastOfRut = rut !== null && !(await isRutOfAnother(tx, rut, id))
    if (isLastOfRut) {
      const { asHolder, asCoHolder } = await listOpenSales(tx, rut)
      if (asHolder.length + asCoHolder.length > 0) return false
    }
    await anonymiseAccount(tx, operator, account, REASON)
    if (isLastOfRut) await eraseBuyer(tx, rut)
    return true
  })
}
