import { userFormMessages } from '@carpeta/domain/user-form-rules'
import { InvalidFields } from '../http/errors.ts'
import { takenField } from './users-acts-store.ts'

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
