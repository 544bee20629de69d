import { canonicalRut } from '@carpeta/domain/people/rut'
import { userFormMessages } from '@carpeta/domain/people/user-form-rules'
import type { Database } from '../../db/client.ts'
import { InvalidFields } from '../../http/errors.ts'
import { findTakenFields, takenField } from './user-changes-store.ts'

const sentences = { social_security: userFormMessages.rutTaken, email: userFormMessages.emailTaken }

/**
 * Does what writes an account. Only the index knows for sure that a rut is free, also when two
 * people take it at the same moment. @throws {InvalidFields}
 */
export async function refuseTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const field = takenField(error)
    throw field ? new InvalidFields({ [field]: [sentences[field]] }) : error
  }
}

/**
 * Of a form that is refused anyway, all of it at once: what is taken stands beside what is wrong.
 * @throws {InvalidFields}
 */
export async function refuseWrong(
  db: Database,
  fields: Record<string, string[]>,
  filled: { social_security: string; email: string },
  ownId: number | null,
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  const login = { rut: canonicalRut(filled.social_security), email: filled.email }
  const taken = await findTakenFields(db, login, ownId)
  const told = Object.fromEntries(taken.map((field) => [field, [sentences[field]]]))
  throw new InvalidFields({ ...told, ...fields })
}
