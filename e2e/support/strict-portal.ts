import { type OwnPortal, openPortal } from './own-portal.ts'

/** A portal on data of its own, in which staff need a second factor. */
export function openStrictPortal(): Promise<OwnPortal> {
  return openPortal({ REQUIRE_STAFF_FACTOR: 'true' })
}
