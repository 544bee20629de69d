import type { User } from '@carpeta/contract/auth/auth-schemas'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { Database, Transaction } from '../../db/client.ts'
import { NotFound, Refused } from '../../http/errors.ts'
import { findProcedure } from '../../procedures/procedures-store.ts'
import type { DraftTarget } from './drafts-store.ts'
import { findRequestableSale } from './find-requestable-sale.ts'

type DraftMember = Pick<User, 'id'> & { profile: Pick<User['profile'], 'social_security'> }

/**
 * The procedure and the member's sale that a draft is for.
 * @throws {Refused} for a procedure that is not offered
 * @throws {NotFound} for a sale that is not the member's or not open
 */
export async function findDraftTarget(
  db: Database | Transaction,
  member: DraftMember,
  { procedure_id, sale_code }: { procedure_id: number; sale_code: string },
): Promise<DraftTarget> {
  const procedure = await findProcedure(db, procedure_id, 'offered')
  if (!procedure) throw new Refused(requestMessages.unknownProcedure)
  const holderRut = member.profile.social_security
  const saleId = await findRequestableSale(db, procedure, { code: sale_code, holderRut })
  if (saleId === null) throw new NotFound()
  return { userId: member.id, saleId, procedureId: procedure.id, procedure }
}
