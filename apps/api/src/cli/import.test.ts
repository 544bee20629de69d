import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nothingRead } from '../imports/import-sales.ts'
import { rejectsCsv } from '../imports/loads.ts'
import type { ReportedReject } from '../imports/staging-store.ts'
import { refusalSentence, reportLines, writeRejects } from './import.ts'

const counts = {
  ...{ lines: 3, bad: 0, withoutCode: 0, added: 1, changed: 0, unchanged: 2 },
  ...{ shown: 2, vanishing: 0, vanishingSample: 0, replacedSample: 0 },
}
const applied = { ...nothingRead, cutoff: new Date('2026-11-20T09:00:00Z'), counts, newAccounts: 1 }

test('the report has the time in Chile and counts right (§10.103)', () => {
  expect(reportLines(applied, { dryRun: false })).toEqual([
    'Carga aplicada.',
    '  Corte        20-11-2026 06:00',
    '  Nuevas       1',
    '  Cambiadas    0',
    '  Sin cambios  2',
    '  Rechazadas   0',
    '  Retiradas    0',
    '  Cuentas      1 nueva, sin activar',
  ])
})

test('two bad sales are plural, and reasons beyond the listed ones are counted', () => {
  const reject = { file: 'pagos.csv', line: 7, saleCode: 'V-1', field: 'monto_uf' }
  const outcome = {
    ...applied,
    counts: { ...counts, bad: 2 },
    brokenRules: 3,
    rejects: [{ ...reject, value: 'x', reason: 'no es un número' }],
  }
  expect(reportLines(outcome, { dryRun: true }).slice(0, 4)).toEqual([
    'pagos.csv, línea 7, venta V-1, monto_uf: «x» no es un número',
    '… y 2 motivos más: --rejects ARCHIVO los escribe todos.',
    '2 ventas rechazadas conservan su última versión buena.',
    '',
  ])
  expect(reportLines(outcome, { dryRun: true, rejects: 'r.csv' })[0]).toBe(
    'Los motivos están en r.csv.',
  )
})

test('a long list of sales whose emails cannot be read is cut, and counted (§12.951)', () => {
  const codes = Array.from({ length: 1022 }, (_, i) => `V-${i}`)
  const outcome = { ...applied, unreadableEmails: codes }
  expect(reportLines(outcome, { dryRun: false }).at(-1)).toMatch(
    /^No se puede leer el correo del comprador de 1\.022 ventas: V-0, .*, V-19, y 1\.002 más, en los hallazgos de la carga\.$/,
  )
})

test('the first real load says what of the sample goes', () => {
  const replacedSample = {
    ...{ sales: 9, requests: 1, procedures: 2, documents: 1 },
    ...{ reports: 0, announcements: 1, values: 431 },
  }
  expect(reportLines({ ...applied, replacedSample }, { dryRun: false }).at(-1)).toBe(
    'La carga reemplaza lo que trajo la cooperativa de ejemplo: 9 ventas, 1 solicitud, 2 trámites, 1 documento, 1 aviso y 431 valores de la UF. Lo que hicieron personas se queda.',
  )
})

test('a refusal says how to load it anyway', () => {
  const refused = {
    ...nothingRead,
    refusal: 'Desaparecerían 3.',
    refusalCode: 'too_many_withdrawn',
  }
  expect(refusalSentence({ ...refused, refusalCode: 'too_many_withdrawn' })).toBe(
    'Carga detenida; nada cambió. Desaparecerían 3. Use --force si es lo correcto.',
  )
})

const reject = (value: string): ReportedReject => ({
  file: 'ventas.csv',
  line: 1234,
  saleCode: 'V-1',
  field: 'cliente_fono',
  value,
  reason: 'tiene caracteres de control',
})

const dangerous = ['=1+1', '+56 9', '-5', '@a', '＝1', 'a;"b"'].map(reject)

async function* each(rejects: ReportedReject[]) {
  yield* rejects
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-rejects-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the file of rejects is its owner’s alone, also one that was there, and a link in its place is not followed (security 11.460)', async () => {
  const folder = openFolder()
  const [path, target] = [join(folder, 'motivos.csv'), join(folder, 'otro')]
  const link = join(folder, 'enlace.csv')
  writeFileSync(path, 'antes', { mode: 0o644 })
  writeFileSync(target, 'de otro')
  symlinkSync(target, link)
  await writeRejects(path, each(dangerous))
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(writeRejects(link, each(dangerous))).rejects.toThrow(/No se puede escribir/)
  expect(readFileSync(target, 'utf8')).toBe('de otro')
})

test('the command writes what the screen downloads, and no cell is a formula (security 9.5)', async () => {
  const path = join(openFolder(), 'motivos.csv')
  await writeRejects(path, each(dangerous))
  const text = readFileSync(path, 'utf8')
  expect(text).toBe(rejectsCsv(dangerous))
  const values = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';')[4])
  expect(values.slice(0, 5)).toEqual(["'=1+1", "'+56 9", "'-5", "'@a", "'＝1"])
  expect(text).toContain('ventas.csv;1234;V-1;')
})

test('a file that cannot be written is told, and a lost connection is not mistaken for it', async () => {
  await expect(writeRejects('/no/hay/motivos.csv', each(dangerous))).rejects.toThrow(
    'No se puede escribir /no/hay/motivos.csv; no se cargó nada.',
  )
  async function* lost() {
    yield reject('x')
    throw new Error('connection lost')
  }
  await expect(writeRejects(join(openFolder(), 'x.csv'), lost())).rejects.toThrow('connection lost')
})
