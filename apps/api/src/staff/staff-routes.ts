import { endpoints, type WorkCounts } from '@carpeta/contract/staff'
import { can } from '@carpeta/domain/access/permissions'
import { backupFault } from '../backup/backup-jobs.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { serve } from '../http/serve.ts'
import { countLoads } from '../imports/loads-store.ts'
import { countWaitingImports } from '../member-documents/document-imports-store.ts'
import { countReported } from '../payment-reports/payment-reports-store.ts'
import { countLatePayments } from '../payments/staff-payments.ts'
import { activeUsers, countUsers, matching } from '../people/users-list-store.ts'
import { countOpenRequests } from '../requests/queue-store.ts'
import { listAwaitedReaders } from '../sales/sale-accesses-store.ts'
import { countMissingSteps } from '../setup/setup.ts'
import { readMemberFile } from './member-file.ts'
import { searchForStaff } from './search-for-staff.ts'

/** Answers for staff that combine several modules. */
export function staffRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/staff/counts/': ({ caller }) => readWorkCounts(api, caller),
    'GET /api/staff/backups/': async () => ({ fault: await backupFault(api.config) }),
    'GET /api/staff/members/:id/': ({ caller, params }) => readMemberFile(api, caller, params.id),
    'GET /api/staff/search/': ({ caller, query }) => searchForStaff(api, caller, query.q),
  })
}

/** Each count is the number of rows of the list that its link opens. */
async function readWorkCounts(
  { db, config }: { db: Database; config: Config },
  { id, user }: Pick<SignedInCaller, 'id' | 'user'>,
): Promise<WorkCounts> {
  const managesUsers = can(user, 'users.manage_users')
  const missingSteps = managesUsers ? await countMissingSteps({ db, config }) : null
  return {
    ...(can(user, 'requests.answer_requests') && { requests: await countOpenRequests(db, id) }),
    ...(can(user, 'payments.match_payments') && {
      payment_reports: { reported: await countReported(db) },
      ...(config.webpay && { payments: { unrecorded: await countLatePayments(db) } }),
    }),
    ...(can(user, 'documents.publish_documents') && {
      document_imports: { waiting: await countWaitingImports(db) },
    }),
    ...(can(user, 'sales.import_sales') && {
      loads: { with_rejects: await countLoads(db, { withRejects: true }) },
    }),
    ...(managesUsers && {
      users: {
        failed_emails: await countUsers(db, matching(activeUsers, { invitation: 'failed' })),
        awaited_readers: await listAwaitedReaders(db),
      },
    }),
    ...(missingSteps !== null && { setup: { missing: missingSteps } }),
  }
}
