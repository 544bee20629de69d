import type { Transaction } from '../../db/client.ts'
import type { ErasedSales } from '../../sales/personal-data.ts'
import { modules } from '../modules.ts'

/** Erases the data stored by rut: the person's part in sales, as holder and as co-holder. */
export async function eraseBuyer(tx: Transaction, rut: string): Promise<ErasedSales> {
  const erased = await modules.sales.erasePersonalData(tx, rut)
  await modules.imports.erasePersonalData(tx, rut)
  return erased
}
