import { forgetInvitation } from '../accounts/invitations-store.ts'
import { emailChangedLetter } from '../accounts/letters.ts'
import { endLinks } from '../accounts/links-store.ts'
import { changedFacts } from '../audit/changed-facts.ts'
import { recordAction } from '../audit/record-action.ts'
import { recordRead } from '../audit/record-read.ts'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/client.ts'
import type { Staff } from '../http/staff.ts'
import { queueLetter } from '../mail/queue-letter.ts'
import { forgetTries, triesKey } from '../throttle/login-tries-store.ts'
import type { Account } from '../users/present-user.ts'
import { endAccess } from './end-access.ts'
import { passwordSetByStaffLetter, rutChangedLetter } from './letters.ts'
import { factsOf } from './trail-facts.ts'

/** What a change by staff takes along: links and sessions, notices to the owner, the trail. */
export async function finishChange(
  tx: Transaction,
  { actor }: Staff,
  change: { before: Account; after: Account; setsPassword: boolean },
  config: Config,
): Promise<void> {
  const { before, after, setsPassword } = change
  const about = { object: { type: 'user', id: after.id }, subjectId: after.id }
  const movesEmail = after.email !== before.email
  const goesOff = before.isActive && !after.isActive
  // Whoever moves the e-mail too must not be the only one to read what else was changed.
  const addresses = [...new Set([before.email, after.email])]
  if (setsPassword || goesOff) await endAccess(tx, after.id)
  if (after.rut !== before.rut) {
    for (const email of addresses) {
      await queueLetter(tx, rutChangedLetter({ ...after, email }, config), config)
    }
  }
  if (movesEmail) {
    await endLinks(tx, after.id)
    await forgetInvitation(tx, after.id)
    await queueLetter(tx, emailChangedLetter(before, config), config)
  }
  if (setsPassword) {
    // Who calls the office because he is locked out gets in at once.
    const names = [after.rut ?? '', after.email.toLowerCase()]
    await forgetTries(
      tx,
      names.map((name) => triesKey(name, null)),
    )
    for (const email of addresses) {
      await queueLetter(tx, passwordSetByStaffLetter({ ...after, email }, config), config)
    }
    await recordAction(tx, actor, { action: 'password.changed', ...about })
  }
  const facts = changedFacts(factsOf(before), factsOf(after))
  if (Object.keys(facts.after).length > 0) {
    await recordAction(tx, actor, { action: 'user.changed', ...about, ...facts })
  } else if (!setsPassword) {
    // The answer shows the account, as a look at it does.
    await recordRead(tx, actor, about.object, after.id)
  }
}
