import type { Database, Transaction } from '../db/client.ts'
import { many, sql } from '../db/query.ts'

/** A condition on `sales`: the holder sees the sale on the dashboard. */
export const isVisibleSale = sql`sales.approved_on is not null and sales.withdrawn_at is null
  and sales.holder_erased_at is null`

export interface OwnProject {
  project: string
  condominium: string
}

/** The projects and condominiums of a holder's visible sales. */
export function listOwnProjects(
  db: Database | Transaction,
  holderRut: string,
): Promise<OwnProject[]> {
  return many<OwnProject>(
    db,
    sql`select distinct project, condominium from sales
      where holder_rut = ${holderRut} and ${isVisibleSale}`,
  )
}
