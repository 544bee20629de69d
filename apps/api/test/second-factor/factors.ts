import { Secret, TOTP } from 'otpauth'
import { SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import type { Portal } from '../open-portal.ts'
import { type Answer, json, type Visitor } from '../visitor.ts'
import { Authenticator } from './authenticator.ts'

export const PASSKEY_LOGIN = '/api/auth/login/passkey/'

/** The code of a secret now, or some steps of 30 seconds later. */
export function totpCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

/** A wrong code of six digits. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => totpCode(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find(
    (code) => !right.has(code),
  ) as string
}

/** Lets the account's next code count, although the test runs within one step. */
export async function passTime({ pool }: Pick<Portal, 'pool'>, steps = 10): Promise<void> {
  await pool.query('update totp_secrets set last_step = last_step - $1', [steps])
}

/** Begins a factor; the first one needs the password again. @returns the options */
export async function beginFactor(
  person: Visitor,
  kind: 'passkeys' | 'totp',
): Promise<Answer['body']> {
  const begin = () => person.post(`/api/auth/${kind}/options/`)
  const begun = await begin()
  if (begun.status !== 403) return begun.body
  await confirmPassword(person)
  return (await begin()).body
}

export async function confirmPassword(person: Visitor, password = SAMPLE_PASSWORD): Promise<void> {
  const { status } = await person.post('/api/auth/reauthenticate/', json({ password }))
  if (status !== 200) throw new Error(`no confirmation: ${status}`)
}

/** Sets up a code application. @returns its secret and the recovery codes */
export async function addTotp(
  person: Visitor,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const body = await beginFactor(person, 'totp')
  const confirmed = await person.post('/api/auth/totp/', json({ code: totpCode(body.secret) }))
  if (confirmed.status !== 201) throw new Error(`no code application: ${confirmed.status}`)
  return { secret: body.secret, recoveryCodes: confirmed.body.recovery_codes }
}

export async function addPasskey(
  person: Visitor,
  name = 'Mi teléfono',
  authenticator = new Authenticator(),
): Promise<{ authenticator: Authenticator; id: number; recoveryCodes: string[] }> {
  const options = await beginFactor(person, 'passkeys')
  const response = authenticator.create(options)
  const added = await person.post('/api/auth/passkeys/', json({ name, response }))
  if (added.status !== 201) throw new Error(`no passkey: ${added.status}`)
  const { passkey, recovery_codes: recoveryCodes } = added.body
  return { authenticator, id: passkey.id, recoveryCodes }
}

/** Logs in with a passkey, as the authenticator behaves. */
export async function logInWithPasskey(
  person: Visitor,
  authenticator: Authenticator,
  behaviour: Parameters<Authenticator['get']>[1] = {},
): Promise<Answer> {
  await person.fetchToken()
  const { body: options } = await person.post(`${PASSKEY_LOGIN}options/`)
  return person.post(PASSKEY_LOGIN, json({ response: authenticator.get(options, behaviour) }))
}

export async function logInWithCode(
  person: Visitor,
  credentials: { username: string; password: string; code?: string },
): Promise<Answer> {
  await person.fetchToken()
  return person.post('/api/auth/login/', json(credentials))
}
