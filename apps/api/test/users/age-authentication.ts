import { type PersonaName, personas } from '../../seeds/personas.ts'
import type { Database } from '../../src/db/client.ts'
import { exec, sql } from '../../src/db/query.ts'

/** Lets the last authentication of a person's sessions be eleven minutes ago. */
export async function ageAuthentication(db: Database, ...names: PersonaName[]): Promise<void> {
  const ruts = names.map((name) => personas[name].rut)
  await exec(
    db,
    sql`update sessions set created_at = least(sessions.created_at, now() - interval '1 hour'),
        authenticated_at = now() - interval '11 minutes'
      from users where users.id = user_id and rut = any(${ruts})`,
  )
}
