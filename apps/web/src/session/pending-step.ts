import type { User } from '@carpeta/contract/auth'

/** The page of what the account must do before anything else. The server refuses other calls. */
export function pendingStep(user: User | null | undefined): string | undefined {
  if (user?.must_change_password) return '/change-password'
  return user?.must_enroll_second_factor && '/second-factor'
}
