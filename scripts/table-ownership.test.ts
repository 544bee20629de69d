import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  apiSources,
  type Exception,
  foreignTables,
  ownershipFaults,
  type SourceFile,
} from './table-ownership.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const api = 'apps/api/src'

const exceptions: Exception[] = [
  {
    files: [`${api}/auth/sessions-store.ts`],
    tables: ['users'],
    because: 'every call looks its session and account up in one round trip',
  },
  {
    files: [`${api}/people/users-store.ts`],
    tables: ['sales'],
    because: 'the same round trip tells whether the user holds a sale',
  },
  {
    files: [`${api}/people/parties-store.ts`],
    tables: ['sales', 'sale_buyers', 'sale_accesses'],
    because: 'each call of a view as a member asks whether both people share a purchase',
  },
  {
    files: [`${api}/auth/links-store.ts`],
    tables: ['users'],
    because: 'a link is valid only together with its account, as of one moment',
  },
  {
    files: [`${api}/account/registrations-store.ts`],
    tables: ['account_links'],
    because: 'a registration is found only while its link lives',
  },
  {
    files: [`${api}/people/personal-data.ts`],
    tables: ['audit_entries', 'account_links'],
    because: 'a single statement selects the registrations and deletes them',
  },
  {
    files: [`${api}/audit/person-keys-store.ts`],
    tables: ['users'],
    because: 'a key is created only while its account is not being erased',
  },
  {
    files: [`${api}/audit/audit-store.ts`],
    tables: ['users'],
    because: 'the list shows names and filters by them',
  },
  {
    files: [`${api}/requests/requests-store.ts`, `${api}/requests/queue-store.ts`],
    tables: ['users', 'sales'],
    because: 'requests are shown with, found by and locked with their people and sales',
  },
  {
    files: [`${api}/requests/queue-store.ts`],
    tables: ['procedures'],
    because: 'procedures are selected together with their requests',
  },
  {
    files: [`${api}/requests/drafts-store.ts`],
    tables: ['sales', 'documents', 'users', 'procedures'],
    because:
      'drafts are shown with their sale, their files, whom they are of and whether they are offered',
  },
  {
    files: [
      `${api}/requests/requests-store.ts`,
      `${api}/requests/personal-data.ts`,
      `${api}/requests/attachments-store.ts`,
    ],
    tables: ['documents'],
    because: 'attachments are shown with the names, sizes and types of their files',
  },
  {
    files: [
      `${api}/statements/statements-store.ts`,
      `${api}/imports/personal-data.ts`,
      `${api}/news/personal-data.ts`,
    ],
    tables: ['sales'],
    because: 'statements, news and rejected values refer to a sale',
  },
  {
    files: [`${api}/statements/statements-store.ts`],
    tables: ['sale_holders', 'sale_views'],
    because: 'a folio is compared with the sale as it is now, in one round trip',
  },
  {
    files: [`${api}/member-documents/member-documents-store.ts`],
    tables: ['documents', 'sales', 'users'],
    because: 'a document of a sale is shown with its file and its holder',
  },
  {
    files: [`${api}/member-documents/own-documents-store.ts`],
    tables: [
      'documents',
      'issued_statements',
      'payment_orders',
      'request_documents',
      'requests',
      'sales',
      'users',
    ],
    because:
      'who may read a document follows its sale and its request at each call, in one round trip',
  },
  {
    files: [`${api}/member-documents/document-imports-store.ts`],
    tables: ['documents'],
    because: 'an import is read together with where its zip is stored',
  },
  {
    files: [`${api}/member-documents/personal-data.ts`],
    tables: ['sales'],
    because:
      'opened documents are exported with the codes of their sales, and zips are searched for them',
  },
  {
    files: [`${api}/payment-reports/payment-reports-store.ts`, `${api}/payments/payments-store.ts`],
    tables: ['sales'],
    because: 'payments are shown with the codes of their sales',
  },
  {
    files: [`${api}/payment-reports/payment-reports-store.ts`, `${api}/payments/payments-store.ts`],
    tables: ['users'],
    because: 'staff see and find payments by the names of people',
  },
  {
    files: [
      `${api}/payment-reports/payment-reports-store.ts`,
      `${api}/payment-reports/personal-data.ts`,
    ],
    tables: ['documents'],
    because: 'receipts are shown with the names, sizes and types of their files',
  },
  {
    files: [
      `${api}/imports/staging-store.ts`,
      `${api}/imports/loads-store.ts`,
      `${api}/imports/load-changes-store.ts`,
      `${api}/imports/holder-changes-store.ts`,
    ],
    tables: ['sales'],
    because: 'a whole load is compared with the stored sales in one statement',
  },
  {
    files: [`${api}/imports/load-changes-store.ts`],
    tables: ['sale_views'],
    because: 'what a load changed is read together with the sale as it is now',
  },
  {
    files: [`${api}/imports/load-changes-store.ts`],
    tables: ['sale_findings'],
    because: 'a load also has the findings of the sales that it repeats unchanged',
  },
  {
    files: [`${api}/imports/import-tokens-store.ts`],
    tables: ['users'],
    because: 'tokens are shown with the names or emails of people',
  },
  {
    files: [`${api}/imports/personal-data.ts`],
    tables: ['sale_holders'],
    because: 'a rejected value belongs to the holder or to the co-holder of its sale',
  },
  {
    files: [`${api}/announcements/audience-store.ts`],
    tables: ['users', 'sales'],
    because:
      'one statement selects the accounts whose sales an announcement concerns, with their names',
  },
  {
    files: [`${api}/announcements/announcement-emails-store.ts`],
    tables: ['users'],
    because: 'recipients are selected with their names and addresses',
  },
  {
    files: [`${api}/news/news-store.ts`],
    tables: [
      'users',
      'sales',
      'sale_properties',
      'instalments',
      'payments',
      'deed_trackings',
      'sale_findings',
      'loads',
      'load_changes',
    ],
    because:
      'news are found by comparing both versions of a sale that a load changed, and in the instalments of a day',
  },
  {
    files: [`${api}/news/news-emails-store.ts`],
    tables: ['users', 'sales', 'sale_properties', 'instalments'],
    because:
      'recipients, the names of their sales and what is still owed are selected with the news',
  },
  {
    files: [`${api}/announcements/announcements-store.ts`],
    tables: ['documents'],
    because: 'files are shown with their sizes and types',
  },
  {
    files: [`${api}/sample/sample-store.ts`],
    tables: [
      'users',
      'groups',
      'user_groups',
      'sales',
      'requests',
      'request_documents',
      'request_events',
      'procedures',
      'documents',
      'announcements',
    ],
    mayWrite: true,
    because: 'the sample cooperative has a past, which no action of the portal can write',
  },
]

test('every module reads and writes its own tables only, but for the exceptions', () => {
  expect(ownershipFaults(apiSources(root), exceptions)).toEqual([])
})

const tables = [
  { path: `${api}/people/people-tables.ts`, text: "pgTable(\n  'users', {" },
  { path: `${api}/sales/sales-tables.ts`, text: "pgTable('sales', {" },
]

function storeWith(sql: string): SourceFile[] {
  const text = `exec(tx, sql\`${sql}\`)`
  return [...tables, { path: `${api}/requests/requests-store.ts`, text }]
}

describe('a foreign table is found', () => {
  test.each([
    ['read', 'select id from users'],
    ['joined', 'select from requests\n join users on users.id = user_id'],
    ['read beside another', 'select from requests r, users where true'],
    ['read inside a nested template', `select \${sql\`(select id from users)\`} as id`],
    ['read by a deletion', 'delete from requests using users'],
  ])('%s', (_, sql) => {
    expect(foreignTables(storeWith(sql))).toEqual([
      {
        file: `${api}/requests/requests-store.ts`,
        table: 'users',
        owner: 'people',
        isWritten: false,
      },
    ])
  })

  test.each([
    ['inserted into', 'insert into users (rut) values (1)'],
    ['updated', 'update users set rut = null'],
    ['deleted from', 'DELETE FROM\n "users" where id = 1'],
  ])('%s', (_, sql) => {
    expect(foreignTables(storeWith(sql))).toMatchObject([{ table: 'users', isWritten: true }])
  })
})

test('a module’s own table, a comment and an import are no foreign table', () => {
  const sources = [
    ...tables,
    { path: `${api}/people/users-store.ts`, text: 'sql`update users set rut = null`' },
    {
      path: `${api}/auth/log-in.ts`,
      text: "/** As in `select from users`. */\nimport { a } from '../users/a.ts' // from users",
    },
  ]
  expect(foreignTables(sources)).toEqual([])
})

describe('an exception', () => {
  const reads: Exception = {
    files: [`${api}/requests/requests-store.ts`],
    tables: ['users'],
    because: 'names',
  }

  test('allows reading', () => {
    expect(ownershipFaults(storeWith('select from users'), [reads])).toEqual([])
  })

  test('does not allow writing unless it says so', () => {
    const sources = storeWith('update users set rut = null')
    expect(ownershipFaults(sources, [reads])).toEqual([
      `${api}/requests/requests-store.ts writes users, which people owns`,
    ])
    expect(ownershipFaults(sources, [{ ...reads, mayWrite: true }])).toEqual([])
  })

  test('fails when nothing needs it', () => {
    expect(ownershipFaults(storeWith('select from requests'), [reads])).toEqual([
      `${api}/requests/requests-store.ts does not name users: remove the exception`,
    ])
  })

  test('does not cover another file or another table', () => {
    expect(ownershipFaults(storeWith('select from users join sales using (id)'), [reads])).toEqual([
      `${api}/requests/requests-store.ts reads sales, which sales owns`,
    ])
  })
})
