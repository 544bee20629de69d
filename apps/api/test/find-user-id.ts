import { type PersonaName, personas } from '../seeds/personas.ts'
import type { Portal } from './open-portal.ts'

export async function findUserId({ pool }: Pick<Portal, 'pool'>, name: PersonaName) {
  const { rows } = await pool.query<{ id: number }>('select id from users where rut = $1', [
    personas[name].rut,
  ])
  const [user] = rows
  if (!user) throw new Error(`${name} has no account`)
  return user.id
}
