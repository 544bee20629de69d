import { type PersonaName, personas } from '../../seeds/personas.ts'
import type { Database } from '../../src/db/client.ts'
import { one, sql } from '../../src/db/query.ts'

/** The id of a person of the sample cooperative. */
export async function userIdOf(db: Database, name: PersonaName): Promise<number> {
  const { rut } = personas[name]
  const { id } = await one<{ id: number }>(db, sql`select id from users where rut = ${rut}`)
  return id
}
