import type { SignedInUser } from '@carpeta/contract/auth'

/**
 * Checks only the shape: zod does not fit the budget of the login page. The stored user is a hint;
 * the server decides.
 */
export function readUser(value: unknown): SignedInUser | null {
  if (typeof value !== 'object' || value === null) return null
  const { permissions } = value as { permissions?: unknown }
  return Array.isArray(permissions) ? (value as SignedInUser) : null
}
