import type { Database } from '../src/db/client.ts'
import { exec, sql } from '../src/db/query.ts'

/** Generates members in SQL: repeated names, a third not activated. */
export async function insertManyUsers(db: Database, count: number): Promise<void> {
  await exec(
    db,
    sql`insert into users (rut, first_name, last_name, email, password_hash, is_active, deleted_at)
    select (10000000 + n) || '-' || (n % 10),
      (array['María', 'José', 'Ñusta', 'Álvaro', 'Pía', 'Tomás', 'Hernán'])[1 + n % 7],
      (array['Muñoz', 'Sepúlveda', 'Núñez', 'Oñate', 'Rojas'])[1 + n % 5] || ' ' || n,
      'socio' || n || '@correo.example',
      case when n % 3 > 0 then 'x' end, n % 50 > 0, case when n % 400 = 0 then now() end
    from generate_series(1, ${count}::integer) n`,
  )
  await exec(db, sql`vacuum analyze users`)
}
