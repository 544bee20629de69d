import { operator } from '../audit/record-action.ts'
import { forgetEndedSessions } from '../auth/sessions-store.ts'
import type { Database } from '../db/client.ts'
import { deleteClosedRequests } from '../requests/closed-requests-store.ts'
import { eraseHolder, listOpenSales } from '../sales/erased-holders-store.ts'
import { forgetOldDevices } from '../throttle/known-devices-store.ts'
import type { PersonalDataServices } from './collect-member-data.ts'
import { eraseAccount } from './erase-account.ts'
import { holdErasable, isRutLiving, listLongDeleted } from './erase-store.ts'

const REASON = 'Plazo de conservación de una cuenta eliminada'

/**
 * Lets go of what was kept for as long as the settings say; drafts go every hour, with their
 * documents. @returns how many of each
 */
export async function applyRetention({ db, config }: PersonalDataServices) {
  const { retention } = config
  return {
    sessions: await forgetEndedSessions(db, config),
    devices: await forgetOldDevices(db, retention.deviceDays),
    requests: await deleteClosedRequests(db, retention.closedRequestYears),
    accounts: await eraseLongDeleted(db, retention.deletedAccountYears),
  }
}

/** One account after the other, so that one that cannot be erased holds up no other. */
async function eraseLongDeleted(db: Database, years: number): Promise<number> {
  let erased = 0
  for (const id of await listLongDeleted(db, years)) {
    if (await eraseDeleted(db, id)) erased++
  }
  return erased
}

/** False while something of it is open. Who has the rut again keeps his sales. */
async function eraseDeleted(db: Database, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const account = await holdErasable(tx, id)
    if (!account || account.openRequests.length > 0) return false
    const { rut } = account
    const holdsSales = rut !== null && !(await isRutLiving(tx, rut))
    if (holdsSales && (await listOpenSales(tx, rut)).length > 0) return false
    await eraseAccount(tx, operator, id, REASON)
    if (holdsSales) await eraseHolder(tx, rut)
    return true
  })
}
