import { userRefusals } from '@carpeta/domain/people/user-rules'
import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/client.ts'
import { operator } from '../../../http/caller.ts'
import { Refused } from '../../../http/errors.ts'
import { findByRut, lockActive } from '../../../users/users-store.ts'
import { removeAllFactors } from './reset-second-factor.ts'

/** For the last superuser who lost every factor. @throws {Refused} without an account or a factor */
export async function resetByOperator(
  { db, config }: { db: Database; config: Config },
  rut: string,
): Promise<void> {
  const [found] = await findByRut(db, rut)
  await db.transaction(async (tx) => {
    const target = found && (await lockActive(tx, found.account.id))
    if (!target) throw new Refused(userRefusals.unknownRut)
    await removeAllFactors(tx, config, operator, target)
  })
}
