import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// A change that a signed-in user makes runs in a `callerTransaction`, which judges session and
// permission again. These open a transaction without one.

const root = fileURLToPath(new URL('../apps/api/src/', import.meta.url))

const exceptions: Record<string, string> = {
  'announcements/publication.ts': 'a job',
  'announcements/announcement-emails.ts': 'jobs',
  'auth/caller-transaction.ts': 'it is the one',
  'audit/chain.ts': 'a job, and the start of a command',
  'audit/verify-chain.ts': 'a command that only reads',
  'audit/record-audit-event.ts': 'a read that is recorded changes nothing else',
  'auth/log-in.ts': 'the password or passkey counts, not a session, which may always end',
  'users/user-sign-in.ts': 'a command',
  'account/links.ts': 'the link counts, not a session; and a job',
  'account/take-back.ts': 'the link counts, not a session',
  'account/registration.ts': 'visitors register without a session, and the link counts',
  'backup/backup-jobs.ts': 'a job',
  'backup/create-backup.ts': 'a command that only reads',
  'backup/erase-again.ts': 'a command',
  'backup/restore-backup.ts': 'a command',
  'cli/alert.ts': 'a command',
  'documents/remove-documents.ts': 'a job, and the end of an upload that failed',
  'documents/store-document.ts': 'the sample cooperative has documents that nobody uploaded',
  'imports/import-sales.ts': 'a command, and a job',
  'imports/import-tokens.ts': 'a command, or a program whose token is judged again',
  'imports/loads.ts': 'a job',
  'imports/imports-jobs.ts': 'a job',
  'imports/uploads.ts': 'the end of an upload that failed',
  'member-documents/document-imports-store.ts': 'a job',
  'member-documents/document-imports.ts': 'jobs',
  'member-documents/import-documents.ts': 'a command, and a job',
  'member-documents/personal-data.ts': 'a job',
  'news/news-emails.ts': 'a job',
  'news/record-news.ts': 'a job',
  'news/news-store.ts': 'a job',
  'payments/matches.ts': 'a job',
  'payments/online-payments.ts': 'what Webpay answered is written whatever became of the session',
  'payments/order-outcome.ts':
    'what Webpay answered is written whatever became of the session; and a job',
  'payments/refunds.ts': 'a refund that Webpay gave is written; and a job',
  'personal-data/apply-retention.ts': 'a job',
  'personal-data/erase-member.ts': 'a command',
  'requests/requests-jobs.ts': 'a job',
  'sales/own-sales.ts': 'records a read',
  'sales/sale-view-store.ts': 'the start of the program',
  'sales/sales-jobs.ts': 'a job',
  'sample/sample-store.ts': 'the start of the program',
  'uf/fetch-uf-values.ts': 'a job and a command',
  'uf/uf-file.ts': 'a command',
  'uf/uf-jobs.ts': 'a job',
  'account/email-change.ts': 'the link counts, not a session',
  'users/invitations.ts': 'a command, and jobs',
  'users/superusers.ts': 'commands',
}

/** How many, where a file opens more than one. */
const several: Record<string, number> = {
  'announcements/announcement-emails.ts': 2,
  'auth/log-in.ts': 3,
  'account/links.ts': 2,
  'account/registration.ts': 2,
  'documents/remove-documents.ts': 3,
  'imports/import-tokens.ts': 2,
  'imports/imports-jobs.ts': 2,
  'member-documents/document-imports.ts': 3,
  'member-documents/import-documents.ts': 2,
  'payments/online-payments.ts': 2,
  'payments/order-outcome.ts': 4,
  'sample/sample-store.ts': 3,
  'users/invitations.ts': 3,
  'users/superusers.ts': 2,
}

test('every change of a signed-in user judges session and permission again', () => {
  const opened = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('db/'))
    .map((path) => [path, readFileSync(root + path, 'utf8').split('.transaction(').length - 1])
    .filter(([, times]) => times !== 0)
  const allowed = Object.keys(exceptions).map((path) => [path, several[path] ?? 1])
  expect(Object.fromEntries(opened)).toEqual(Object.fromEntries(allowed))
})
