import { type PersonaName, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { one, sql } from '../../src/db/query.ts'
import type { Portal } from '../open-portal.ts'
import { json, type Visitor } from '../visitor.ts'
import { NEW_PASSWORD } from './account-calls.ts'
import { statusAndBody } from './status-and-body.ts'
import { userIdOf } from './user-id.ts'

export const FORBIDDEN = {
  status: 403,
  body: { detail: 'Usted no tiene permiso para realizar esta acción.' },
}
export const MISSING = { status: 404, body: { detail: 'No encontrado.' } }

/** The form of a new user, as the browser sends it. */
export const ana = {
  first_name: ' Ana ',
  last_name: 'Pérez',
  email: 'ana.perez@correo.example',
  password: NEW_PASSWORD,
  profile: { social_security: '17.654.321-3' },
  group_ids: [],
  is_active: true,
}

/** The calls of staff on the accounts of users. */
export class UserCalls {
  readonly #portal: Portal

  constructor(portal: Portal) {
    this.#portal = portal
  }

  idOf(name: PersonaName) {
    return userIdOf(this.#portal.db, name)
  }

  async read(by: Visitor, id: number) {
    return (await by.get(`/api/users/${id}/`)).body
  }

  create(by: Visitor, form: object) {
    return statusAndBody(by.post('/api/users/', json(form)))
  }

  async change(by: Visitor, user: PersonaName | number, form: object) {
    const id = typeof user === 'number' ? user : await this.idOf(user)
    return statusAndBody(by.call('PATCH', `/api/users/${id}/`, json(form)))
  }

  async remove(by: Visitor, user: PersonaName | number) {
    const id = typeof user === 'number' ? user : await this.idOf(user)
    return statusAndBody(by.call('DELETE', `/api/users/${id}/`))
  }

  restore(by: Visitor, id: number) {
    return statusAndBody(by.call('PATCH', `/api/users/${id}/restore/`, json({})))
  }

  async logsIn(username: string, password: string) {
    return (await this.#portal.visitor().logIn(username, password)).status === 200
  }

  /** The subjects of the emails sent to an address. */
  async emailsTo(email: string) {
    const emails = await this.#portal.sentEmails()
    return emails.filter(({ to }) => to === email).map(({ subject }) => subject)
  }

  /** Adds Julia, a second superuser. @returns her id */
  async addJulia() {
    const { id } = await one<{ id: number }>(
      this.#portal.db,
      sql`insert into users (rut, first_name, last_name, email, password_hash, is_superuser)
        select '9000001-2', 'Julia', 'Vera', 'julia@vistaalbiobio.example', password_hash, true
        from users where rut = ${personas.ivan.rut} returning id`,
    )
    return id
  }

  async asJulia() {
    const julia = this.#portal.visitor()
    await julia.logIn('9000001-2', SAMPLE_PASSWORD)
    return julia
  }
}
