import type { Email } from '../../src/email/render-email.ts'
import type { Portal } from '../open-portal.ts'
import { json } from '../visitor.ts'
import { linkTokenOf } from './account-calls.ts'
import { statusAndBody } from './status-and-body.ts'

/** The links of a change of email, as a visitor without a session uses them. */
export class EmailChangeCalls {
  readonly #portal: Portal

  constructor(portal: Portal) {
    this.#portal = portal
  }

  /** The last email with this subject to an address. */
  async lastEmail(to: string, subject: string): Promise<Email | undefined> {
    const emails = await this.#portal.sentEmails()
    return emails.findLast((email) => email.to === to && email.subject === subject)
  }

  async confirmToken(newEmail: string) {
    return linkTokenOf(await this.lastEmail(newEmail, 'Confirma tu correo nuevo'))
  }

  /** The link of the email that the old address got at once. */
  async stopToken(oldEmail: string) {
    return linkTokenOf(await this.lastEmail(oldEmail, 'Se pidió cambiar tu correo'))
  }

  /** The link of the email that the old address got when the change took effect. */
  async undoToken(oldEmail: string) {
    return linkTokenOf(await this.lastEmail(oldEmail, 'Tu correo cambió'))
  }

  confirm(token: string) {
    return this.#post('/api/email-change/confirm/', token)
  }

  revert(token: string) {
    return this.#post('/api/email-change/revert/', token)
  }

  /** The link of the last notice of a factor that was added. */
  async notMeToken(to: string) {
    const emails = await this.#portal.sentEmails()
    return linkTokenOf(
      emails.findLast((email) => email.to === to && email.text.includes('/not-me?')),
    )
  }

  notMe(token: string) {
    return this.#post('/api/client/not-me/', token)
  }

  async #post(path: string, token: string) {
    const visitor = this.#portal.visitor()
    await visitor.fetchToken()
    return statusAndBody(visitor.post(path, json({ token })))
  }
}
