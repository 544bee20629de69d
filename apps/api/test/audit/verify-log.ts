import type { Anchor } from '../../src/audit/anchors/anchor.ts'
import { type AuditChainState, verifyAuditChain } from '../../src/audit/chain/verify-chain.ts'
import type { Database } from '../../src/db/client.ts'
import { testConfig } from '../test-config.ts'

/** Verifies the audit log with the key of the tests. */
export function verifyChain(
  { db }: { db: Database },
  options: { anchors?: Anchor[]; expectedHead?: string } = {},
): Promise<AuditChainState> {
  return verifyAuditChain(db, { secretKeys: testConfig().secretKeys, ...options })
}
