import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DeedStepField,
  deedFields,
  type Field,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, onTestFinished, test } from 'vitest'
import { sampleExport } from '../../seeds/sample-export.ts'

// Added before any module that is computed from the table is imported.
const notary: Field = { wire: 'notaria_descripcion', kind: 'text' }
const keysGivenOn: DeedStepField = {
  wire: 'fecha_entrega_llaves',
  kind: 'date',
  label: 'Entrega de llaves',
  explanation: {
    pending: 'Recibes las llaves de tu casa.',
    done: 'Recibiste las llaves de tu casa.',
  },
  actor: 'la cooperativa',
}
Object.assign(saleFields, { notary })
Object.assign(deedFields, { keysGivenOn })

const { openPortalForTest } = await import('../../test/open-portal.ts')
const { importSales } = await import('../imports/import-sales.ts')
const { ndjsonFile } = await import('../imports/sources/ndjson-file.ts')
const schema = await import('../schema.ts')
const { salesResponse } = await import('@carpeta/contract/sales')
const { readSales } = await import('@carpeta/contract/read-sale')
const { describeExport } = await import('../../../../scripts/docs/export-fields.ts')
const { deedSteps } = await import('@carpeta/domain/sales/deed-steps')

/** The difference between the last migration's snapshot and the schema. */
async function newMigration(): Promise<string[]> {
  const meta = new URL('../db/migrations/meta/', import.meta.url)
  const { entries } = JSON.parse(readFileSync(new URL('_journal.json', meta), 'utf8'))
  const last = `${String(entries.length - 1).padStart(4, '0')}_snapshot.json`
  const migrated = JSON.parse(readFileSync(new URL(last, meta), 'utf8'))
  return generateMigration(migrated, generateDrizzleJson(schema))
}

/** The sample export with the two fields in Rosa's sale. */
function exportWith(notaryName: string, keysGiven: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-added-field-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [header = '', rosas = '', ...others] = sampleExport().split('\n')
  const sale = JSON.parse(rosas)
  sale.venta[notary.wire] = notaryName
  sale.seguimiento[keysGivenOn.wire] = keysGiven
  const path = join(folder, 'export.ndjson')
  writeFileSync(path, [header, JSON.stringify(sale), ...others].join('\n'))
  return path
}

test('a new text and a tenth deed step need a row each and a migration', async () => {
  const portal = await openPortalForTest({})
  const migration = await newMigration()
  expect(migration).toEqual([
    `ALTER TABLE "deed_trackings" ADD COLUMN "keys_given_on" date;`,
    `ALTER TABLE "sales" ADD COLUMN "notary" varchar(500) DEFAULT '' NOT NULL;`,
  ])
  for (const statement of migration) await portal.pool.query(statement)

  const good = exportWith(' Notaría Vidal ', '2026-11-05 10:30:00')
  expect(await importSales(portal.db, ndjsonFile(good), { isSample: true })).toMatchObject({
    refusal: null,
    rejects: [],
  })

  const { body } = await (await portal.as('rosa')).get('/api/sales-data/')
  expect(salesResponse.parse(body)).toMatchObject([
    {
      venta: { notaria_descripcion: 'Notaría Vidal' },
      seguimiento: { fecha_entrega_llaves: '2026-11-05' },
    },
  ])

  const [sale] = readSales(body)
  expect(sale).toMatchObject({ notary: 'Notaría Vidal', deed: { keysGivenOn: '2026-11-05' } })
  const { label, explanation, actor } = keysGivenOn
  expect(sale?.deed && deedSteps(sale.deed).slice(9)).toEqual([
    { field: 'keysGivenOn', label, explanation, actor, doneOn: '2026-11-05' },
  ])

  expect(describeExport()).toContain(
    '| `fecha_entrega_llaves` | date | When “Entrega de llaves” was done. | `2026-09-06` |',
  )

  const bad = exportWith('a'.repeat(501), 'ayer')
  const { rejects } = await importSales(portal.db, ndjsonFile(bad), {
    isSample: true,
    maxRejectsPercent: 100,
  })
  expect(rejects.map(({ field, reason }) => [field, reason])).toEqual([
    ['seguimiento.fecha_entrega_llaves', 'no es una fecha'],
    ['venta.notaria_descripcion', 'tiene más de 500 caracteres'],
  ])
})
