import { userRefusals } from '@carpeta/domain/people/user-rules'
import type { Transaction } from '../../db/client.ts'
import { Refused } from '../../http/errors.ts'
import { hasOtherSuperuser } from './user-changes-store.ts'

/** Runs before an account loses its superuser access. @throws {Refused} 403 for the last superuser */
export async function requireOtherSuperuser(
  tx: Transaction,
  { id, isSuperuser }: { id: number; isSuperuser: boolean },
): Promise<void> {
  if (isSuperuser && !(await hasOtherSuperuser(tx, id))) {
    throw new Refused(userRefusals.lastSuperuser, 403)
  }
}
