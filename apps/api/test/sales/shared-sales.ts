import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { exec, sql } from '../../src/db/query.ts'
import type { Portal } from '../open-portal.ts'
import { type Answer, json, type Visitor } from '../visitor.ts'

/** The co-holder of Rosa's sale, whom accounting names with this rut. */
export const luis = {
  rut: '13456789-9',
  firstName: 'Luis',
  lastName: 'Parra Inostroza',
  email: 'luis.parra@correo.example',
}

/** The legal representative of Inmobiliaria Los Robles. */
export const marcela = {
  rut: '14222333-3',
  firstName: 'Marcela',
  lastName: 'Contreras Villablanca',
  email: 'marcela.contreras@correo.example',
}

type Reader = typeof luis

export const ROSAS_SALE = 'V-1001'
export const toLuis = { sale_code: ROSAS_SALE, kind: 'co_holder' }

/** Creates an activated account with the sample's password. */
export async function createAccount({ db }: Portal, reader: Reader): Promise<void> {
  await exec(
    db,
    sql`insert into users (rut, first_name, last_name, email, password_hash)
      select ${reader.rut}, ${reader.firstName}, ${reader.lastName}, ${reader.email}, password_hash
      from users where rut = ${personas.rosa.rut}`,
  )
}

export async function logIn(portal: Portal, { rut }: Reader): Promise<Visitor> {
  const visitor = portal.visitor()
  const { status } = await visitor.logIn(rut, SAMPLE_PASSWORD)
  if (status !== 200) throw new Error(`${rut} cannot log in: ${status}`)
  return visitor
}

export function give(holder: Visitor, access: object): Promise<Answer> {
  return holder.post('/api/sale-accesses/', json(access))
}

export async function codesOf(reader: Visitor): Promise<string[]> {
  const { body } = await reader.get('/api/sales-data/')
  return body.map(({ code }: { code: string }) => code)
}

/** The accesses of the holder's first sale, newest first. */
export async function accessesOf(holder: Visitor) {
  const { body } = await holder.get('/api/sale-accesses/')
  return body.results[0].accesses
}
