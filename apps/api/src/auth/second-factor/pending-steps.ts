import type { User } from '@carpeta/contract/auth/auth-schemas'
import { needsSecondFactor } from '@carpeta/domain/access/second-factor-rules'
import type { Config } from '../../config/config.ts'

/** Marks a user who must enroll a second factor before anything else (docs/decisions/sessions.md). */
export function withPendingSteps(
  user: User,
  hasFactor: boolean,
  { requireStaffFactor }: Pick<Config, 'requireStaffFactor'>,
): User {
  if (hasFactor || !requireStaffFactor || !needsSecondFactor(user)) return user
  return { ...user, must_enroll_second_factor: true }
}
