import type { SignedInUser } from '@carpeta/contract/auth/auth-schemas'

/**
 * Just enough to trust the shape: zod would not fit the budget of the login page. What the browser
 * keeps is a hint anyway, the server decides (design.md §5.13).
 */
export function readUser(value: unknown): SignedInUser | null {
  if (typeof value !== 'object' || value === null) return null
  const { permissions } = value as { permissions?: unknown }
  return Array.isArray(permissions) ? (value as SignedInUser) : null
}
