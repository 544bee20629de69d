import type { figureSchema } from '@carpeta/contract/imports/load-schema'
import { compareFigures } from '@carpeta/domain/imports/sale-figures'
import type { z } from 'zod'
import { recordAuditedRead } from '../../audit/record-audited-read.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { listAccounts } from '../../users/accounts-by-key-store.ts'
import { comparedSale } from '../findings/find-in-body.ts'
import { readComparison } from './compare-store.ts'

/**
 * The figures of a sale before and after a load, or after a dry run. Reading them is recorded.
 * @throws {NotFound} also when its figures are not kept
 */
export async function compareSale(
  { db }: { db: Database },
  caller: SignedInCaller,
  { loadId, saleCode }: { loadId: number; saleCode: string },
): Promise<{ figures: z.infer<typeof figureSchema>[] }> {
  const bodies = await readComparison(db, loadId, saleCode)
  const before = bodies?.before ? comparedSale(bodies.before) : null
  const after = bodies?.after ? comparedSale(bodies.after) : null
  const rut = (after ?? before)?.holderRut
  if (rut === undefined) throw new NotFound()
  const [holder] = await listAccounts(db, { rut })
  if (holder) await recordAuditedRead(db, caller, { type: 'sale', id: saleCode }, holder.id)
  const figures = compareFigures(before, after)
  return {
    figures: figures.map(({ isChanged, ...figure }) => ({ ...figure, is_changed: isChanged })),
  }
}
