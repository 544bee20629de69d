import type { User } from '@carpeta/contract/auth/auth-schemas'

/** Never empty: it names the buttons of a row. */
export function fullName({ first_name, last_name, email, id }: User): string {
  return `${first_name} ${last_name}`.trim() || email || `usuario ${id}`
}
