import { chainPendingEntries } from '../../src/audit/chain.ts'
import { type AuditChainState, verifyAuditChain } from '../../src/audit/verify-chain.ts'
import type { JobDatabase } from '../../src/db/client.ts'
import { testConfig } from '../test-config.ts'

/** Verifies the audit log with the key of the tests. */
export function verifyChain(
  { db }: { db: JobDatabase },
  options: Omit<Parameters<typeof verifyAuditChain>[1], 'secretKeys'> = {},
): Promise<AuditChainState> {
  return verifyAuditChain(db, { secretKeys: testConfig().secretKeys, ...options })
}

/** As the job does it every minute. */
export async function chainNow({ db }: { db: JobDatabase }): Promise<void> {
  await chainPendingEntries(db, testConfig().secretKeys)
}
