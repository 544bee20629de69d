import { personas } from '../../seeds/personas.ts'
import type { Email } from '../../src/email/render-email.ts'
import type { Portal } from '../open-portal.ts'
import { json, type Visitor } from '../visitor.ts'
import { statusAndBody } from './status-and-body.ts'

export const NEW_PASSWORD = 'Quillay#4471'

/** The answer to a link that does not work. */
export const DEAD_LINK = { status: 422, body: 'El link ya no está disponible' }

export function linkTokenOf(email: Email | undefined): string {
  return /(?:token|code)=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? 'no link'
}

/** The calls of a visitor without a session on links and passwords. */
export class AccountCalls {
  readonly #portal: Portal
  readonly visitor: Visitor

  private constructor(portal: Portal, visitor: Visitor) {
    this.#portal = portal
    this.visitor = visitor
  }

  static async open(portal: Portal): Promise<AccountCalls> {
    const visitor = portal.visitor()
    await visitor.fetchToken()
    return new AccountCalls(portal, visitor)
  }

  async lastToken() {
    return linkTokenOf((await this.#portal.sentEmails()).at(-1))
  }

  requestRestore(rut = personas.rosa.rut) {
    const body = json({ social_security: rut })
    return statusAndBody(this.visitor.post('/api/send-restore-password-ss/', body))
  }

  async restoreToken(rut = personas.rosa.rut) {
    await this.requestRestore(rut)
    return this.lastToken()
  }

  check(token: string) {
    return statusAndBody(this.visitor.get(`/api/client/check/?token=${token}`))
  }

  setPassword(token: string, password = NEW_PASSWORD, { removesEmail = false } = {}) {
    const body = json({ token, password, ...(removesEmail && { remove_email: true }) })
    return statusAndBody(this.visitor.post('/api/client/password/', body))
  }

  async logsIn(username: string, password: string) {
    return (await this.#portal.visitor().logIn(username, password)).status === 200
  }
}

export function changePassword(
  person: Visitor,
  oldPassword: string,
  newPassword = NEW_PASSWORD,
  { removesEmail = false } = {},
) {
  const body = json({
    ...{ old_password: oldPassword, new_password: newPassword },
    ...(removesEmail && { remove_email: true }),
  })
  return statusAndBody(person.post('/api/client/password/change/', body))
}
