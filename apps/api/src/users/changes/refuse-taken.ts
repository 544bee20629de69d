import { canonicalRut } from '@carpeta/domain/people/rut'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import type { Database } from '../../db/client.ts'
import { InvalidFields } from '../../http/errors.ts'
import { findTakenFields, takenField } from './user-changes-store.ts'

const messages = { social_security: userFormMessages.rutTaken, email: userFormMessages.emailTaken }

/**
 * Runs a write of an account and reports a taken rut or email at its field. Only the unique index is
 * safe when two callers take the same rut at once. @throws {InvalidFields}
 */
export async function refuseTakenLogin<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const field = takenField(error)
    throw field ? new InvalidFields({ [field]: [messages[field]] }) : error
  }
}

/**
 * Refuses a form with errors, and reports taken values in the same answer.
 * @throws {InvalidFields}
 */
export async function requireValidFields(
  db: Database,
  errors: Record<string, string[]>,
  filled: { social_security: string; email: string },
  ownId: number | null,
): Promise<void> {
  if (Object.keys(errors).length === 0) return
  const login = { rut: canonicalRut(filled.social_security), email: filled.email }
  const taken = await findTakenFields(db, login, ownId)
  const takenErrors = Object.fromEntries(taken.map((field) => [field, [messages[field]]]))
  throw new InvalidFields({ ...takenErrors, ...errors })
}
