import type { Setup } from '@carpeta/contract/setup'
import { isoSeconds } from '@carpeta/domain/dates/dates'
import {
  countMissing,
  type SetupState,
  setupMessages,
  setupSteps,
} from '@carpeta/domain/setup/setup-steps'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import { listWithSecondFactor } from '../auth/second-factor-store.ts'
import type { Config } from '../config/config.ts'
import { missingAccountSettings, missingCompanySettings } from '../config/cooperative-settings.ts'
import { integrationCredentials } from '../config/payment-settings.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { Refused } from '../http/errors.ts'
import { lastRealLoadAt } from '../imports/loads-store.ts'
import { listStaff } from '../people/staff-store.ts'
import { countInvitations } from '../people/users-list-store.ts'
import { countOwnProcedures } from '../procedures/procedures-store.ts'
import { mailServerOf } from './send-test-email.ts'
import { readNotes, type SetupNotes, saveHidden } from './setup-store.ts'

interface SetupServices {
  db: Database
  config: Config
}

/** Every state is computed from settings and rows; nobody ticks a box. */
export async function readSetup({ db, config }: SetupServices): Promise<Setup> {
  const notes = await readNotes(db)
  const companyMissing = missingCompanySettings(config)
  const accountMissing = missingAccountSettings(config)
  const loadedAt = await lastRealLoadAt(db)
  const offered = await countOwnProcedures(db)
  return {
    company: { state: doneIf(companyMissing.length === 0), missing: companyMissing },
    payment_account: {
      state: accountState(config, accountMissing),
      missing: accountMissing,
      is_sample: isSampleAccountShown(config, accountMissing),
    },
    online_payments: readOnlinePayments(config),
    mail: readMail(config, notes),
    load: { state: doneIf(loadedAt !== null), at: loadedAt && isoSeconds(loadedAt) },
    procedures: { state: doneIf(offered > 0), offered },
    second_factor: await readSecondFactor(db),
    invitations: await readInvitations(db),
    is_hidden: notes.hiddenAt !== null,
  }
}

/** The missing steps for the start page of staff; null once the complete list is hidden. */
export async function countMissingSteps(services: SetupServices): Promise<number | null> {
  const setup = await readSetup(services)
  return setup.is_hidden ? null : countMissingOf(setup)
}

function countMissingOf(setup: Setup): number {
  return countMissing(setupSteps.map((step) => setup[step].state))
}

/** A cooperative may take no transfers; the sample's account must not stay. */
function accountState(config: Config, missing: string[]): SetupState {
  if (missing.length === 0) return 'done'
  return isSampleAccountShown(config, missing) ? 'missing' : 'not_applicable'
}

function isSampleAccountShown({ paymentAccount }: Config, missing: string[]): boolean {
  return paymentAccount !== null && missing.length > 0
}

/** A cooperative may take no payments online. */
function readOnlinePayments({ webpay }: Config): Setup['online_payments'] {
  if (webpay === null) return { state: 'not_applicable', gateway: 'none' }
  if (webpay.isSimulated) return { state: 'not_applicable', gateway: 'simulator' }
  return webpay.commerceCode === integrationCredentials.commerceCode
    ? { state: 'missing', gateway: 'integration' }
    : { state: 'done', gateway: 'production' }
}

function readMail(config: Config, notes: SetupNotes): Setup['mail'] {
  const server = mailServerOf(config)
  const { mailTestedAt: at, mailOutcome: outcome } = notes
  const isCurrent = at !== null && outcome !== null && notes.mailServer === (server ?? '')
  return {
    state: doneIf(isCurrent && outcome === 'sent'),
    server: config.smtpUrl ? new URL(config.smtpUrl).host : null,
    test: isCurrent ? { at: isoSeconds(at), outcome } : null,
  }
}

async function readSecondFactor(db: Database): Promise<Setup['second_factor']> {
  const staff = await listStaff(db)
  const secured = new Set(
    await listWithSecondFactor(
      db,
      staff.map(({ id }) => id),
    ),
  )
  const without = staff.filter(({ id }) => !secured.has(id)).map(({ id, name }) => ({ id, name }))
  return { state: doneIf(without.length === 0), staff: staff.length, without }
}

async function readInvitations(db: Database): Promise<Setup['invitations']> {
  const { members, notInvited, noEmail, invited } = await countInvitations(db)
  return {
    state: members === 0 ? 'not_applicable' : doneIf(notInvited === 0),
    members,
    not_invited: notInvited,
    no_email: noEmail,
    invited,
  }
}

function doneIf(isDone: boolean): SetupState {
  return isDone ? 'done' : 'missing'
}

/** Only from the start page of staff: the screen stays. @throws {Refused} 409 while a step is missing */
export async function hideSetup(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  isHidden: boolean,
): Promise<void> {
  if (isHidden && countMissingOf(await readSetup({ db, config })) > 0) {
    throw new Refused(setupMessages.notDone, 409)
  }
  await callerTransaction(db, caller, async (tx, caller) => {
    if (!(await saveHidden(tx, isHidden))) return
    await recordAuditEvent(tx, caller, { action: 'setup.hidden', after: { is_hidden: isHidden } })
  })
}
