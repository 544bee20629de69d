import type { StarterProcedure } from '@carpeta/contract/procedures/starter-schemas'
import { starterProcedures } from '@carpeta/domain/setup/starter-procedures'
import type { Database } from '../../db/client.ts'
import { findByTitles } from './starter-store.ts'

/** A procedure of the sample does not count as present: the first real load deletes it. */
export async function listStarterProcedures({ db }: { db: Database }): Promise<StarterProcedure[]> {
  const titles = starterProcedures.map(({ title }) => title)
  const present = await findByTitles(db, titles)
  const own = new Set(present.flatMap(({ title, isSample }) => (isSample ? [] : [title])))
  return starterProcedures.map((procedure) => ({
    ...procedure,
    is_present: own.has(procedure.title),
  }))
}
