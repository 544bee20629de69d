import type { User } from '@carpeta/contract/auth'

/** Never empty: it is part of the accessible names of a row's buttons. */
export function fullName({ first_name, last_name, email, id }: User): string {
  return `${first_name} ${last_name}`.trim() || email || `usuario ${id}`
}
