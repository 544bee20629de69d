import type { Definition } from '@carpeta/contract/endpoint'
import { endpointsByModule } from '@carpeta/contract/endpoints'
import { permissions } from '@carpeta/domain/access/permissions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { draftBy } from '../../../test/announcements.ts'
import { checkedExport, exportWith } from '../../../test/imports/exports.ts'
import { zip } from '../../../test/imports/zip.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { pdf } from '../../../test/sample-files.ts'
import { confirmPassword } from '../../../test/second-factor/factors.ts'
import { ageAuthentication } from '../../../test/users/age-authentication.ts'
import { type Answer, json, upload, type Visitor } from '../../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortal()
  ivan = await portal.as('ivan')
})
afterEach(() => portal.close())

const required = [403, 'reauthentication_required']

async function expectRequired(call: () => Promise<Answer>): Promise<void> {
  await ageAuthentication(portal.db, 'ivan')
  const { status, headers } = await call()
  expect([status, headers['x-error-code']]).toEqual(required)
}

async function prepareZip(): Promise<number> {
  const content = zip([{ name: 'V-1001_deed_Escritura.pdf', content: pdf().bytes }])
  const file = { name: 'documentos.zip', type: 'application/zip', bytes: content }
  const { body } = await ivan.post('/api/document-imports/', upload(file))
  await portal.sentEmails()
  return body.id
}

describe('a file for staff', () => {
  const isOfStaff = ({ access }: Definition) =>
    access === 'superuser' || permissions.some((permission) => permission === access)

  /** One file that a screen shows, or figures that name nobody. */
  const single = [
    'GET /api/sales/:code/documents/:id/file/',
    'GET /api/sales/:code/documents/:id/pages/:page/',
    'GET /api/payment-reports/:id/receipt/pages/:page/',
    'GET /api/reports/:name/export.csv',
  ]

  const exports: Record<string, () => Promise<Answer>> = {
    'GET /api/audit/export.csv': () => ivan.get('/api/audit/export.csv'),
    'GET /api/requests/export.csv': () => ivan.get('/api/requests/export.csv'),
    'GET /api/overdue-sales/export.csv': () => ivan.get('/api/overdue-sales/export.csv'),
    'GET /api/payments/csv/': () => ivan.get('/api/payments/csv/'),
    'GET /api/loads/:id/rejects.csv': async () => {
      const { rows } = await portal.pool.query('select max(id) as id from loads')
      return ivan.get(`/api/loads/${rows[0].id}/rejects.csv`)
    },
    'GET /api/loads/:id/findings.csv': async () => {
      const { rows } = await portal.pool.query('select max(id) as id from loads')
      return ivan.get(`/api/loads/${rows[0].id}/findings.csv`)
    },
    'GET /api/document-imports/:id/rejects.csv': async () => {
      const id = await prepareZip()
      return ivan.get(`/api/document-imports/${id}/rejects.csv`)
    },
    'POST /api/letters/': async () => {
      const { rows } = await portal.pool.query(`select id from users where first_name = 'Tomás'`)
      return ivan.post('/api/letters/', json({ ids: [rows[0].id] }))
    },
  }

  test('that has more than one person in it is known here (security 3.580)', () => {
    const files = Object.values(endpointsByModule).flatMap((endpoints) =>
      Object.entries<Definition>(endpoints).flatMap(([key, definition]) =>
        definition.file !== undefined && isOfStaff(definition) ? [key] : [],
      ),
    )
    expect(files.toSorted()).toEqual([...Object.keys(exports), ...single].toSorted())
  })

  test.each(Object.entries(exports))(
    '%s needs the password again eleven minutes after the login, and then comes (security 3.580)',
    async (_, call) => {
      await expectRequired(call)
      await confirmPassword(ivan)
      expect((await call()).status).toBe(200)
    },
  )
})

describe('what reaches many people', () => {
  const actions: [string, () => Promise<Answer>][] = [
    [
      'an announcement',
      async () => {
        const { id, version } = await draftBy(ivan, { sends_email: true })
        return ivan.post(`/api/announcements/${id}/publish/`, json({ version }))
      },
    ],
    ['invitations', () => ivan.post('/api/users/invite/', json({ all: {} }))],
    [
      'a load',
      async () => {
        const { id } = await checkedExport(portal, ivan, exportWith())
        return ivan.post(`/api/import-uploads/${id}/apply/`)
      },
    ],
    [
      'a zip of documents',
      async () => ivan.post(`/api/document-imports/${await prepareZip()}/publish/`),
    ],
    [
      'a page of the help',
      () => ivan.post('/api/help-pages/', json({ topic: 'payment', title: 'Pago', body: 'Nueva' })),
    ],
    [
      'a procedure',
      () =>
        ivan.post(
          '/api/procedures/',
          json({
            title: 'Pago',
            description: 'Nueva cuenta',
            documents: [],
            answer_hours: 24,
            is_active: true,
          }),
        ),
    ],
    [
      'a template of answers',
      () => ivan.post('/api/answer-templates/', json({ title: 'Pago', body: 'Nueva cuenta' })),
    ],
  ]

  test.each(actions)(
    '%s needs the password again eleven minutes after the login (security 3.581)',
    async (_, act) => {
      await expectRequired(act)
      await confirmPassword(ivan)
      expect((await act()).status).toBeLessThan(300)
    },
  )
})
