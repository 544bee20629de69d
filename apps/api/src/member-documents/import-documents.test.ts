import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  documentImportMessages,
  MAX_INDEX_MB,
} from '@carpeta/domain/member-documents/document-import-rules'
import { memberDocumentMessages } from '@carpeta/domain/member-documents/member-document-rules'
import { nameMessages } from '@carpeta/domain/people/name-rules'
import { BYTES_PER_MB, documentMessages } from '@carpeta/domain/requests/document-rules'
import { ownSaleRefusal } from '@carpeta/domain/sales/own-sale'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { fileOfOthers } from '../../test/files-of-others.ts'
import { zip } from '../../test/imports/zip.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { planLines } from '../cli/documents.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { operator } from '../http/caller.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { documentImportJobs } from './document-imports.ts'
import { applyImport, importRejectsCsv, NotPublishable, planImport } from './import-documents.ts'
import { openImportSource } from './import-source.ts'

let portal: Portal
let rosa: Visitor
let ivan: Visitor
let publishedBy: number
beforeAll(async () => {
  portal = await openPortal('sample', { MEMBER_DOCUMENT_MAX_MB: '1' })
  rosa = await portal.as('rosa')
  ivan = await portal.as('ivan')
  await services().storage.check()
  publishedBy = await userIdOf(portal.db, 'ivan')
  return () => portal.close()
})
beforeEach(() => portal.pool.query('delete from member_documents'))

const services = () => ({ ...portal, storage: documentStorageAt(portal.config.documents) })
const bytes = (content = crypto.randomUUID()) => pdf('a.pdf', { text: content }).bytes

const limits = { maxBytes: 100 * BYTES_PER_MB }

type Files = Record<string, Buffer | string>

function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-documents-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

function zipOf(files: Files): string {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    content: Buffer.from(content),
  }))
  return join(folderOf({ 'documentos.zip': zip(entries) }), 'documentos.zip')
}

async function planOf(path: string) {
  await using source = await openImportSource(path, limits)
  return await planImport(services(), source)
}

async function importAll(path: string): Promise<number> {
  await using source = await openImportSource(path, limits)
  const plan = await planImport(services(), source)
  expect(plan.rejects).toEqual([])
  return await applyImport(services(), source, { plan, caller: operator, publishedBy })
}

async function reasonsOf(path: string): Promise<Record<string, string>> {
  const { rejects } = await planOf(path)
  return Object.fromEntries(rejects.map(({ file, reason }) => [file, reason]))
}

async function titles(): Promise<string[]> {
  const { results } = (await rosa.get('/api/member-documents/')).body
  return results
    .filter(({ source }: { source: string }) => source === 'published')
    .map(({ title }: { title: string }) => title)
    .toSorted()
}

const countDocuments = async () => {
  await portal.sentEmails()
  return (await portal.pool.query('select from documents')).rowCount
}

describe('a folder or a zip', () => {
  test('is published by the names of its files, and changes nothing again (§12.685)', async () => {
    const files = {
      'V-1001_escritura_Copia legalizada 2026-03-14.pdf': bytes(),
      'planos/V-1001_plans_Planta.png': png('a.png', { text: crypto.randomUUID() }).bytes,
      '.DS_Store': 'x',
    }
    expect(await importAll(folderOf(files))).toBe(2)
    expect(await titles()).toEqual(['Copia legalizada', 'Planta'])
    const before = await countDocuments()
    expect(await importAll(zipOf(files))).toBe(0)
    expect(await titles()).toHaveLength(2)
    expect(await countDocuments()).toBe(before)
    const { rows } = await portal.pool.query(
      `select actor_id from audit_entries where action = 'member_document.published'`,
    )
    expect(rows).toEqual([{ actor_id: null }, { actor_id: null }])
  })

  test('does not bring back what staff withdrew, and leaves a newer version alone (security 5.730)', async () => {
    const folder = folderOf({
      'V-1001_escritura_De otra socia.pdf': bytes(),
      'V-1001_pagos_Recibo.pdf': bytes(),
    })
    expect(await importAll(folder)).toBe(2)
    const { results } = (await ivan.get('/api/sales/V-1001/documents/')).body
    const pathOf = (category: string) => {
      const { id } = results.find((each: { category: string }) => each.category === category)
      return `/api/sales/V-1001/documents/${id}/`
    }
    const newer = upload(pdf('b.pdf', { text: 'corregido' }))
    expect((await ivan.post(`${pathOf('payments')}versions/`, newer)).status).toBe(201)
    expect(await importAll(folder)).toBe(0)
    await ivan.post(`${pathOf('deed')}withdraw/`, json({ reason: 'Es de otra socia' }))
    expect(await reasonsOf(folder)).toEqual({
      'V-1001_escritura_De otra socia.pdf': documentImportMessages.withdrawn(
        todayInSantiago(new Date()),
        'Es de otra socia',
      ).text,
    })
    expect(await titles()).toEqual(['Recibo'])
  })

  test('is published by its index, which has date and visibility (§12.685)', async () => {
    const index =
      'Code;Category;Title;Date;File;visible_to_co_holder\n' +
      'V-1001;Pagos;Recibo de mayo;05-05-2026;recibos\\mayo.pdf;sí\n' +
      'V-2001;deed;Escritura de Hernán;;otra.pdf;no\n'
    const path = zipOf({
      'todo/index.csv': index,
      'todo/recibos/mayo.pdf': bytes(),
      'todo/otra.pdf': bytes(),
    })
    expect(await importAll(path)).toBe(2)
    const { body } = await (await portal.as('ivan')).get('/api/sales/V-1001/documents/')
    expect(body.results).toMatchObject([
      {
        category: 'payments',
        title: 'Recibo de mayo',
        date: '2026-05-05',
        name: 'mayo.pdf',
        visible_to_co_holder: true,
        version: 1,
      },
    ])
    expect(await titles()).toEqual(['Recibo de mayo'])
  })

  test.each([
    ['macOS', Buffer.from('V-1001_plans_UBICACIÓN Ñuñoa.pdf'.normalize('NFD'))],
    ['Windows in Spanish', Buffer.from('V-1001_plans_UBICACI\xe0N \xa5u\xa4oa.pdf', 'latin1')],
  ])('zipped by %s has its accents', async (_system, name) => {
    const file = zip([{ name, content: bytes() }])
    const { documents } = await planOf(join(folderOf({ 'a.zip': file }), 'a.zip'))
    expect(documents.map(({ title }) => title)).toEqual(['UBICACIÓN Ñuñoa'])
  })

  test('zipped by Windows PowerShell, with backslashes, is published (§12.960)', async () => {
    const { documents, rejects } = await planOf(
      fileOfOthers('documents/powershell-barra-inversa.zip'),
    )
    expect(rejects).toEqual([])
    expect(documents.map(({ code, title }) => [code, title])).toEqual([
      ['V-1001', 'Uno'],
      ['V-2001', 'Dos'],
    ])
  })

  test('may have any path in a zip, which becomes none here (security 7.52)', async () => {
    const content = bytes()
    const entries = ['/etc/V-1001_deed_Uno.pdf', '../V-1001_deed_Dos.pdf', 'C:/V-1001_deed_3.pdf']
    const file = zip(entries.map((name) => ({ name, content })))
    const { documents, rejects } = await planOf(join(folderOf({ 'a.zip': file }), 'a.zip'))
    expect([documents.length, rejects]).toEqual([3, []])
  })

  test('with a file twice for one sale publishes it once (§12.685)', async () => {
    const same = bytes()
    const files = {
      'V-1001_deed_Uno.pdf': same,
      'V-1001_deed_Dos.pdf': same,
      'V-2001_deed_Tres.pdf': same,
    }
    const plan = await planOf(folderOf(files))
    expect(plan.documents.map(({ file, isKnown }) => [file, isKnown])).toEqual([
      ['V-1001_deed_Dos.pdf', false],
      ['V-1001_deed_Uno.pdf', true],
      ['V-2001_deed_Tres.pdf', false],
    ])
    expect(await importAll(folderOf(files))).toBe(2)
  })
})

describe('what does not match is told with its reason, and nothing is published (§12.686)', () => {
  test('by name, sale, content and size', async () => {
    const reasons = await reasonsOf(
      folderOf({
        'V-1001_deed_Escritura.pdf': bytes(),
        'escritura.pdf': bytes(),
        'V-404_deed_Escritura.pdf': bytes(),
        'V-1001_varios_Escritura.pdf': bytes(),
        'V-1001_deed_Programa.pdf': 'MZ',
        'V-1001_deed_Vacío.pdf': '',
        'V-1001_deed_Grande.pdf': pdf('a.pdf', { size: BYTES_PER_MB + 1 }).bytes,
      }),
    )
    expect(reasons).toEqual({
      'escritura.pdf': documentImportMessages.name.text,
      'V-404_deed_Escritura.pdf': documentImportMessages.unknownSale.text,
      'V-1001_varios_Escritura.pdf': memberDocumentMessages.category.text,
      'V-1001_deed_Programa.pdf': documentMessages.type.text,
      'V-1001_deed_Vacío.pdf': documentMessages.empty.text,
      'V-1001_deed_Grande.pdf': memberDocumentMessages.tooLarge(1).text,
    })
    expect(await titles()).toEqual([])
  })

  test('by an entry of a zip that is damaged, larger than it says or has a password (security 7.52)', async () => {
    const names = ['Clave', 'Grande', 'Bien'].map((title) => `V-1001_deed_${title}.pdf`)
    const [locked = '', large = '', right = ''] = names
    const path = join(
      folderOf({
        'a.zip': zip([
          { name: locked, content: bytes(), isEncrypted: true },
          { name: large, content: bytes(), statedSize: 10 },
          { name: right, content: bytes() },
        ]),
      }),
      'a.zip',
    )
    const { text } = documentImportMessages.damaged
    expect(await reasonsOf(path)).toEqual({ [locked]: 'El zip tiene contraseña.', [large]: text })
  })

  test('by its index, with the line', async () => {
    const { documents, rejects } = await planOf(
      folderOf({
        'index.csv':
          'code,category,title,file\nV-1001,deed,Uno,a.pdf\nV-1001,deed,Dos,a.pdf\nV-1001,deed,Tres,../../etc/passwd\n',
        'a.pdf': bytes(),
        'b.pdf': bytes(),
      }),
    )
    expect(documents.map(({ title }) => title)).toEqual(['Uno'])
    expect(rejects).toEqual([
      { file: 'a.pdf', line: 3, code: 'V-1001', reason: documentImportMessages.listedTwice.text },
      {
        file: '../../etc/passwd',
        line: 4,
        code: 'V-1001',
        reason: documentImportMessages.absent.text,
      },
      { file: 'b.pdf', line: null, code: '', reason: documentImportMessages.notListed.text },
    ])
    expect(planLines({ documents, rejects }, { dryRun: true })).toEqual([
      'V-1001, Escritura: Uno (a.pdf)',
      `a.pdf, línea 3, venta V-1001: ${documentImportMessages.listedTwice.text}`,
      `../../etc/passwd, línea 4, venta V-1001: ${documentImportMessages.absent.text}`,
      `b.pdf: ${documentImportMessages.notListed.text}`,
      '  Nuevos      1',
      '  Ya estaban  0',
      '  No calzan   3',
    ])
    const csv = await text(importRejectsCsv(rejects))
    expect(csv.split('\r\n')[1]).toBe(`a.pdf;3;V-1001;${documentImportMessages.listedTwice.text}`)
  })

  test('by names and cells with signs that nobody sees, each with its reason (security 7.160)', async () => {
    const index =
      'code;category;title;file\n' +
      'V-1001;deed;Uno\u202Efdp;uno.pdf\n' +
      'V-1001\0;deed;Dos;dos.pdf\n' +
      'V-1001;deed\0;Tres;\0tres.pdf\n' +
      `V-1001;deed;${'\u0315\u0300'.repeat(100_000)};cuatro.pdf\n`
    const files = { 'uno.pdf': bytes(), 'dos.pdf': bytes(), 'cuatro.pdf': bytes() }
    const { rejects } = await planOf(
      zipOf({ 'index.csv': index, ...files, 'cinco\0.pdf': bytes() }),
    )
    const messages = documentImportMessages
    expect(
      rejects
        .map(({ file, line, code, reason }) => [file, line, code, reason])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['cinco\uFFFD.pdf', null, '', messages.nameInvisible.text],
      ['cuatro.pdf', 5, '', memberDocumentMessages.titleTooLong.text],
      ['dos.pdf', 3, '', messages.unknownSale.text],
      ['uno.pdf', 2, '', nameMessages.invisible.text],
      ['\uFFFDtres.pdf', 4, 'V-1001', messages.absent.text],
    ])
    const named = zip([
      { name: 'V-1001_deed_Uno\0.pdf', content: bytes() },
      { name: 'V-1001_deed_Dos\n.pdf', content: bytes() },
      { name: `V-1001_deed_${'\u0315\u0300'.repeat(8000)}.pdf`, content: bytes() },
    ])
    const reasons = await reasonsOf(join(folderOf({ 'a.zip': named }), 'a.zip'))
    expect(Object.values(reasons)).toEqual([
      documentImportMessages.nameInvisible.text,
      documentImportMessages.nameInvisible.text,
      documentImportMessages.nameTooLong.text,
    ])
  })

  test('by a file name that is not UTF-8, and the others are still checked (§12.962)', async () => {
    const folder = folderOf({ 'V-1001_deed_Uno.pdf': bytes(), 'V-9_deed_Dos.pdf': bytes() })
    const latin1 = (name: string) => Buffer.from(join(folder, name), 'latin1')
    writeFileSync(latin1('V-1001_deed_Escritura \xd1u\xf1oa.pdf'), bytes())
    mkdirSync(latin1('A\xf1o 2026'))
    const { documents, rejects } = await planOf(folder)
    expect(documents.map(({ title }) => title)).toEqual(['Uno'])
    expect(rejects.map(({ file, reason }) => [file, reason])).toEqual([
      ['A\uFFFDo 2026', documentImportMessages.nameNotText.text],
      ['V-1001_deed_Escritura \uFFFDu\uFFFDoa.pdf', documentImportMessages.nameNotText.text],
      ['V-9_deed_Dos.pdf', documentImportMessages.unknownSale.text],
    ])
  })

  test('by a path that two of its files have, also with accents written in two ways; the others are still checked (§12.2091)', async () => {
    const content = () => ({ content: bytes() })
    const path = 'V-1001_escritura_Uno.pdf'
    const accented = 'V-1001_escritura_Promoción.pdf'
    const entries = [
      { name: path, ...content() },
      { name: path, ...content() },
      { name: accented, ...content() },
      { name: accented.normalize('NFD'), ...content() },
      { name: 'V-1001_escritura_Otra.pdf', ...content() },
    ]
    const plan = await planOf(join(folderOf({ 'documentos.zip': zip(entries) }), 'documentos.zip'))
    expect(plan.documents.map(({ title }) => title)).toEqual(['Otra'])
    expect(plan.rejects.map(({ file, reason }) => [file, reason])).toEqual([
      [path, documentImportMessages.samePath.text],
      [accented, documentImportMessages.samePath.text],
    ])
  })

  test('by a compression that is not read, named beside the file (§12.961)', async () => {
    const reasons = await reasonsOf(fileOfOthers('documents/7zip-lzma.zip'))
    expect(reasons).toEqual({
      'V-1001_escritura_Uno.pdf':
        'V-1001_escritura_Uno.pdf está comprimido con LZMA. Comprímelo como .zip con el método normal (Deflate).',
    })
  })

  test('by a zip that unpacks to more than the limit, before a file is read (security 7.161)', async () => {
    const path = zipOf({
      'V-1001_deed_Uno.pdf': 'x'.repeat(600),
      'V-1001_deed_Dos.pdf': 'x'.repeat(500),
    })
    const opened = openImportSource(path, { maxBytes: 1000 })
    await expect(opened).rejects.toThrow('documentos.zip: Descomprimido pesa más de 0 MB')
  })

  test('by a zip or an index that cannot be read', async () => {
    for (const files of [{ 'a.zip': 'PK\u0003\u0004roto' }, { 'a.zip': 'no' }]) {
      const path = join(folderOf(files), 'a.zip')
      await expect(openImportSource(path, limits)).rejects.toThrow('a.zip')
    }
    await expect(openImportSource(folderOf({}), limits)).rejects.toThrow('No trae archivos')
    const index = folderOf({ 'index.csv': 'code,title\nV-1001,Uno\n', 'a.pdf': bytes() })
    await expect(planOf(index)).rejects.toThrow('le faltan columnas: category, file')
    const long = 'code,category,title,file\n'.padEnd(MAX_INDEX_MB * BYTES_PER_MB + 1, 'V-1001,\n')
    const large = zipOf({ 'todo/index.csv': long, 'todo/a.pdf': bytes() })
    await expect(planOf(large)).rejects.toThrow('todo/index.csv: Pesa más de 5 MB.')
  })
})

describe('a zip on the screen (§12.687)', () => {
  const path = '/api/document-imports/'
  const send = async (file: Files, person = ivan) => {
    const entries = Object.entries(file).map(([name, content]) => ({ name, content }))
    return person.post(path, upload({ name: 'documentos.zip', bytes: zip(entries) }))
  }
  /** Runs the jobs. */
  const settled = async (id: number) => {
    await portal.sentEmails()
    return (await ivan.get(`${path}${id}/`)).body
  }

  test('tells staff of a purchase of their own no titles, and not why a file does not match (security 5.851)', async () => {
    const letter = bytes()
    const file = upload(
      { name: 'carta.pdf', bytes: letter },
      {
        ...{ category: 'deed', title: 'Carta de cobranza', date: '2026-03-14' },
        holder_id: String(await userIdOf(portal.db, 'rosa')),
      },
    )
    const { id } = (await ivan.post('/api/sales/V-1001/documents/', file)).body
    const reason = 'Se cobró de más'
    await ivan.post(`/api/sales/V-1001/documents/${id}/withdraw/`, json({ reason }))
    const sent = await send({
      'V-1001_deed_Carta de cobranza.pdf': letter,
      'V-1001_deed_Segunda carta.pdf': bytes(),
      'V-2001_deed_Copia.pdf': bytes(),
    })
    const zipPath = `${path}${sent.body.id}/`
    await settled(sent.body.id)
    const rut = personas.ivan.rut
    await portal.pool.query(
      `insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by)
       select id, $1, 'representative', holder_rut, $2 from sales where code = 'V-1001'`,
      [rut, await userIdOf(portal.db, 'rosa')],
    )
    onTestFinished(async () => {
      await portal.pool.query('delete from sale_accesses where reader_rut = $1', [rut])
    })
    const { documents, rejects } = (await ivan.get(zipPath)).body
    expect(documents.map((each: Record<string, string>) => [each.file, each.title])).toEqual([
      ['V-1001 (1)', ownSaleRefusal.text],
      ['V-2001_deed_Copia.pdf', 'Copia'],
    ])
    expect(rejects).toEqual([
      { file: 'V-1001 (1)', line: null, sale_code: 'V-1001', reason: ownSaleRefusal.text },
    ])
    const csv = String((await ivan.get(`${zipPath}rejects.csv`)).body)
    expect([csv.includes(reason), csv.includes('cobranza')]).toEqual([false, false])
    const corrections = [
      { file: 'x.pdf', sale_code: 'V-1001', category: 'deed', title: 'Otra carta' },
    ]
    const corrected = await ivan.post(`${zipPath}correct/`, json({ corrections, version: 0 }))
    expect([corrected.status, corrected.body]).toEqual([403, ownSaleRefusal.text])
  })

  test('tells staff who bought no name of a file whose purchase is not known, unless they sent it (security 5.892)', async () => {
    const carla = await portal.as('carla')
    const rut = personas.carla.rut
    await portal.pool.query('update users set is_superuser = true where rut = $1', [rut])
    await portal.pool.query(`insert into sale_buyers (sale_id, rut)
      select id, replace('${rut}', '-', '') from sales where code = 'V-1001'`)
    onTestFinished(async () => {
      await portal.pool.query('delete from sale_buyers where rut = $1', [rut.replace('-', '')])
      await portal.pool.query('update users set is_superuser = false where rut = $1', [rut])
    })
    const files = () => ({
      'V-1001 Carta de cobranza.pdf': bytes(),
      'V-1O01_deed_Segunda carta.pdf': bytes(),
      'V-2001_nada_Copia.pdf': bytes(),
    })
    const namesOf = async (id: number, person: Visitor) => {
      const { rejects } = (await person.get(`${path}${id}/`)).body
      const csv = String((await person.get(`${path}${id}/rejects.csv`)).body)
      return [rejects.map(({ file }: { file: string }) => file), csv.includes('carta')]
    }
    const { id } = (await send(files())).body
    await settled(id)
    const all = Object.keys(files())
    expect(await namesOf(id, ivan)).toEqual([expect.arrayContaining(all), true])
    const [names, isTold] = await namesOf(id, carla)
    expect([names, isTold]).toEqual([['Archivo 1', 'Archivo 2', 'Archivo 3'], false])
    const own = (await send(files(), carla)).body
    await settled(own.id)
    expect(await namesOf(own.id, carla)).toEqual([expect.arrayContaining(all), true])
  })

  test('is refused beside ten of the same person that are not published (security 7.280)', async () => {
    const sent = []
    for (let each = 0; each < 10; each += 1) sent.push(await send({ 'x.pdf': bytes() }))
    const refused = await send({ 'x.pdf': bytes() })
    expect([refused.status, refused.body]).toEqual([409, documentImportMessages.tooManyStored.text])
    await portal.sentEmails()
    for (const { body } of sent) await ivan.call('DELETE', `${path}${body.id}/`)
    expect((await send({ 'x.pdf': bytes() })).status).toBe(201)
  })

  test('says for how many sales and members it is, and who gets an email: who sees the sale, by their preferences (§12.1954)', async () => {
    const files = {
      'V-1001_deed_Uno.pdf': bytes(),
      'V-1001_plans_Dos.pdf': bytes(),
      'V-6001_plans_Tres.pdf': bytes(),
    }
    const { id } = (await send(files)).body
    const told = async () => (await settled(id)).told
    expect(await told()).toEqual({ sales: 2, members: 2, by_email: 2 })
    const wants = (column: string, isWanted: boolean) =>
      portal.pool.query(`update users set ${column} = $1 where first_name in ('Rosa', 'Bruno')`, [
        isWanted,
      ])
    const sale = `where code = 'V-6001'`
    const { rows } = await portal.pool.query<{ approved_on: string }>(
      `select approved_on::text from sales ${sale}`,
    )
    const approve = () =>
      portal.pool.query(`update sales set approved_on = $1, withdrawn_at = null ${sale}`, [
        rows[0]?.approved_on,
      ])
    onTestFinished(async () => {
      await wants('wants_announcement_emails', true)
      await wants('wants_deed_emails', true)
      await approve()
    })
    for (const hidden of ['approved_on = null', 'withdrawn_at = now()']) {
      await portal.pool.query(`update sales set ${hidden} ${sale}`)
      expect(await told()).toEqual({ sales: 2, members: 2, by_email: 1 })
      await approve()
    }
    await wants('wants_announcement_emails', false)
    expect(await told()).toEqual({ sales: 2, members: 2, by_email: 1 })
    await wants('wants_deed_emails', false)
    expect(await told()).toEqual({ sales: 2, members: 2, by_email: 0 })
  })

  test('is checked, shown and published once it is confirmed', async () => {
    const before = Number(await countDocuments())
    const sent = await send({ 'V-1001_deed_Uno.pdf': bytes(), 'V-1001_plans_Dos.pdf': bytes() })
    expect([sent.status, sent.body.state]).toEqual([201, 'checking'])
    const { id } = sent.body
    expect((await ivan.post(`${path}${id}/publish/`)).status).toBe(409)
    expect(await settled(id)).toMatchObject({
      ...{ name: 'documentos.zip', state: 'checked', added: 2, known: 0, rejected: 0 },
      told: { sales: 1, members: 1, by_email: 1 },
      documents: [{ sale_code: 'V-1001', category: 'deed', title: 'Uno', is_known: false }, {}],
      rejects: [],
    })
    expect(await titles()).toEqual([])
    expect((await ivan.post(`${path}${id}/publish/`)).body.state).toBe('publishing')
    expect(await settled(id)).toMatchObject({ state: 'published', added: 2, documents: [] })
    expect(await titles()).toEqual(['Dos', 'Uno'])
    // The zip is gone.
    expect(await countDocuments()).toBe(before + 2)
    const { rows } = await portal.pool.query(
      `select distinct actor_id from audit_entries where action = 'member_document.published'
       and at > now() - interval '1 minute' and actor_id is not null`,
    )
    expect(rows).toEqual([{ actor_id: publishedBy }])
    expect((await ivan.get(path)).body.results[0]).toMatchObject({ id, state: 'published' })
  })

  test('is refused with its rejects as a file, and discarded', async () => {
    const before = await countDocuments()
    const { id } = (await send({ 'V-404_deed_Uno.pdf': bytes(), 'V-1001_deed_Dos.pdf': bytes() }))
      .body
    expect(await settled(id)).toMatchObject({
      ...{ state: 'refused', added: 1, rejected: 1 },
      rejects: [{ sale_code: 'V-404', reason: documentImportMessages.unknownSale.text }],
    })
    expect((await ivan.post(`${path}${id}/publish/`)).status).toBe(409)
    const csv = await ivan.get(`${path}${id}/rejects.csv`)
    expect(csv.bytes.toString()).toContain('V-404_deed_Uno.pdf;;V-404;')
    expect((await ivan.call('DELETE', `${path}${id}/`)).status).toBe(200)
    expect((await ivan.get(`${path}${id}/`)).status).toBe(404)
    expect(await titles()).toEqual([])
    expect(await countDocuments()).toBe(before)
  })

  test('is mended where it does not match, and the rest is published without what does not (§12.1379)', async () => {
    const { id } = (
      await send({
        'V-404_deed_Uno.pdf': bytes(),
        'sin nombre.pdf': bytes(),
        'V-1001_deed_Dos.pdf': bytes(),
        'V-404_deed_Tres.pdf': bytes(),
      })
    ).body
    expect(await settled(id)).toMatchObject({ state: 'refused', added: 1, rejected: 3 })
    const correction = (file: string, sale_code: string) => ({
      ...{ file, sale_code, category: 'plans', title: `Plano de ${file}` },
    })
    const corrections = [
      correction('V-404_deed_Uno.pdf', 'V-1001'),
      correction('sin nombre.pdf', 'V-404'),
    ]
    const corrected = await ivan.post(`${path}${id}/correct/`, json({ corrections }))
    expect([corrected.status, corrected.body.state]).toEqual([200, 'checking'])
    expect(await settled(id)).toMatchObject({ state: 'refused', added: 2, rejected: 2 })
    // The former correction stays.
    const last = { corrections: [correction('sin nombre.pdf', 'V-1001')] }
    await ivan.post(`${path}${id}/correct/`, json(last))
    expect(await settled(id)).toMatchObject({ state: 'refused', added: 3, rejected: 1 })
    expect((await ivan.post(`${path}${id}/publish/`)).status).toBe(409)
    expect((await ivan.post(`${path}${id}/publish/?without_rejects=true`)).status).toBe(200)
    expect(await settled(id)).toMatchObject({
      ...{ state: 'published', added: 3, rejected: 1 },
      rejects: [{ file: 'V-404_deed_Tres.pdf' }],
    })
    expect(await titles()).toEqual([
      'Dos',
      'Plano de V-404_deed_Uno.pdf',
      'Plano de sin nombre.pdf',
    ])
    const again = await ivan.post(`${path}${id}/correct/`, json(last))
    expect(again.status).toBe(409)
  })

  test('is not published or discarded by who saw it before a colleague corrected it (§12.1833, security 5.731)', async () => {
    const { id } = (await send({ 'V-404_deed_Uno.pdf': bytes(), 'V-1001_deed_Dos.pdf': bytes() }))
      .body
    const { version } = await settled(id)
    const corrections = [
      { file: 'V-404_deed_Uno.pdf', sale_code: 'V-1001', category: 'plans', title: 'De nadie' },
    ]
    await ivan.post(`${path}${id}/correct/`, json({ corrections, version }))
    const corrected = await settled(id)
    expect(corrected).toMatchObject({ state: 'checked', added: 2 })
    const publish = (query: string) => ivan.post(`${path}${id}/publish/?${query}`)
    for (const refused of [
      await publish(`without_rejects=true&version=${version}`),
      await ivan.post(`${path}${id}/correct/`, json({ corrections, version })),
      await ivan.call('DELETE', `${path}${id}/?version=${version}`),
    ]) {
      expect([refused.status, refused.body]).toEqual([
        409,
        documentImportMessages.changedMeanwhile.text,
      ])
    }
    expect((await publish(`version=${corrected.version}`)).status).toBe(200)
    await settled(id)
    expect(await titles()).toEqual(['De nadie', 'Dos'])
  })

  test('its sale is found by name and rut, by those who publish documents (§12.1380)', async () => {
    const codes = async (q: string) => {
      const { body } = await ivan.get(`/api/document-sales/?q=${encodeURIComponent(q)}`)
      return body.results.map(({ code }: { code: string }) => code)
    }
    expect(await codes('munoz')).toEqual(['V-1001'])
    expect(await codes('12.345.678-5')).toEqual(['V-1001'])
    expect(await codes('V-1001')).toEqual(['V-1001'])
    expect(await codes('nadie')).toEqual([])
    expect((await portal.visitor().get('/api/document-sales/?q=rosa')).status).toBe(401)
    const rosa = await portal.as('rosa')
    expect((await rosa.get('/api/document-sales/?q=rosa')).status).toBe(403)
    const refused = await rosa.post(`${path}1/correct/`, json({ corrections: [] }))
    expect(refused.status).toBe(403)
  })

  test('is discarded while it is checked, which ends before the next file (security 7.164)', async () => {
    const before = await countDocuments()
    const { id } = (await send({ 'V-1001_deed_Uno.pdf': bytes() })).body
    const discarded = await ivan.call('DELETE', `${path}${id}/`)
    expect([discarded.status, discarded.body]).toEqual([200, {}])
    expect((await settled(id)).detail).toBe('No encontrado.')
    expect(await countDocuments()).toBe(before)

    // The check waits at its first file for a discard that is not committed yet.
    const again = (await send({ 'V-1001_deed_Uno.pdf': bytes(), 'V-1001_deed_Dos.pdf': 'roto' }))
      .body
    const other = await portal.pool.connect()
    onTestFinished(() => other.release(true))
    await other.query('begin')
    await other.query('delete from document_imports where id = $1', [again.id])
    const checked = portal.sentEmails()
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%document_imports%'`
    await vi.waitFor(
      async () => expect((await portal.pool.query(waiting)).rowCount).toBe(1),
      60_000,
    )
    await other.query('commit')
    await checked
    expect((await ivan.get(`${path}${again.id}/`)).status).toBe(404)
    const left = `select last_error from graphile_worker.jobs where task_identifier = 'check_documents'`
    // A job that has ended is listed until that is stored.
    await vi.waitFor(async () => expect((await portal.pool.query(left)).rows).toEqual([]))
  })

  test('is no other file, and one that is damaged fails', async () => {
    const other = await ivan.post(path, upload(pdf('documentos.zip')))
    expect([other.status, other.body]).toEqual([400, [documentImportMessages.noZip.text]])
    const damaged = { name: 'a.zip', bytes: Buffer.from('PK\u0003\u0004roto') }
    const { id } = (await ivan.post(path, upload(damaged))).body
    expect(await settled(id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('a.zip está dañado'),
    })
  })

  describe('is not published for somebody who loses the permission', () => {
    const active = (is: boolean) =>
      portal.pool.query(`update users set is_active = ${is} where id = $1`, [publishedBy])

    async function expectRefused(publish: (id: number) => Promise<unknown>) {
      const { id } = (await send({ 'V-1001_deed_Uno.pdf': bytes() })).body
      await settled(id)
      await ivan.post(`${path}${id}/publish/`)
      await publish(id)
      await active(true)
      ivan = await portal.as('ivan')
      const { failure, state } = (await ivan.get(`${path}${id}/`)).body
      expect([state, failure]).toEqual(['failed', documentImportMessages.notPermitted.text])
      expect(await titles()).toEqual([])
    }

    test('before its files are read', () =>
      expectRefused(async () => {
        await active(false)
        await portal.sentEmails()
      }))

    test('and while they are stored (security 5.35)', () =>
      expectRefused(async (id) => {
        const { storage } = services()
        const write: typeof storage.write = async (...file) => {
          await active(false)
          await storage.write(...file)
        }
        const jobs = documentImportJobs({ ...services(), storage: { ...storage, write } })
        const publish = jobs.tasks.publish_documents
        await publish?.({ id, userId: publishedBy }, { job: { attempts: 1 } } as never)
      }))
  })

  describe('is given up when somebody is erased', () => {
    const erase = (name: 'pia' | 'tomas') =>
      eraseMember(portal, { rut: personas[name].rut }, { dryRun: false, force: true })
    const expectGivenUp = async (id: number) => {
      const { body } = await ivan.get(`${path}${id}/`)
      const failure = documentImportMessages.erasedMeanwhile
      expect(body).toMatchObject({ state: 'failed', failure, documents: [], rejects: [] })
      expect(await titles()).toEqual([])
    }

    test('while it is checked: it may have documents of that person (security 15.142)', async () => {
      const { id } = (await send({ 'V-1001_deed_Uno.pdf': bytes() })).body
      const { storage } = services()
      const read: typeof storage.read = async (key) => {
        const content = await storage.read(key)
        await erase('pia')
        return content
      }
      const jobs = documentImportJobs({ ...services(), storage: { ...storage, read } })
      await jobs.tasks.check_documents?.({ id }, { job: { attempts: 1 } } as never)
      await expectGivenUp(id)
    })

    test('while it is published, if a file names that person (security 15.142)', async () => {
      const { id } = (await send({ 'V-1001_deed_Poder de Tomás Rivas Oñate.pdf': bytes() })).body
      await settled(id)
      await ivan.post(`${path}${id}/publish/`)
      const { storage } = services()
      const write: typeof storage.write = async (...file) => {
        await erase('tomas')
        await storage.write(...file)
      }
      const jobs = documentImportJobs({ ...services(), storage: { ...storage, write } })
      const call = { id, userId: publishedBy }
      await jobs.tasks.publish_documents?.(call, { job: { attempts: 1 } } as never)
      await expectGivenUp(id)
    })
  })

  test('is deleted after RETAIN_EXPORT_DAYS, and when a holder in it is erased', async () => {
    const first = (await send({ 'V-2001_deed_Uno.pdf': bytes() })).body.id
    const second = (await send({ 'V-1001_deed_Dos.pdf': bytes() })).body.id
    await portal.sentEmails()
    const ids = async () => (await ivan.get(path)).body.results.map(({ id }: { id: number }) => id)
    expect(await ids()).toEqual(expect.arrayContaining([first, second]))
    await eraseMember(portal, { rut: personas.hernan.rut }, { dryRun: false, force: true })
    const { body } = await ivan.get(`${path}${first}/`)
    const { erasedMeanwhile } = documentImportMessages
    expect(body).toMatchObject({ state: 'failed', failure: erasedMeanwhile, documents: [] })
    expect((await ivan.get(`${path}${second}/`)).body.state).toBe('checked')
    await portal.pool.query(`update document_imports set created_at = now() - interval '8 days'`)
    await enqueueJob(portal.db, 'delete_old_document_imports', {})
    await portal.sentEmails()
    expect(await ids()).toEqual([])
  })
})

describe('all or nothing (§12.686)', () => {
  test('also when a file changes after it was checked', async () => {
    const folder = folderOf({ 'V-1001_deed_Uno.pdf': bytes(), 'V-1001_deed_Dos.pdf': bytes() })
    const before = await countDocuments()
    await using source = await openImportSource(folder, limits)
    const plan = await planImport(services(), source)
    writeFileSync(join(folder, 'V-1001_deed_Uno.pdf'), bytes())
    const applied = applyImport(services(), source, { plan, caller: operator, publishedBy })
    await expect(applied).rejects.toThrow('cambió mientras se importaba')
    expect(await titles()).toEqual([])
    expect(await countDocuments()).toBe(before)
  })

  test('also when a colleague withdraws the same file while it is published (security 5.730)', async () => {
    const content = bytes()
    const folder = folderOf({ 'V-1001_deed_Uno.pdf': content, 'V-1001_deed_Dos.pdf': bytes() })
    await using source = await openImportSource(folder, limits)
    const plan = await planImport(services(), source)
    await importAll(folderOf({ 'V-1001_deed_Otra.pdf': content }))
    const { results } = (await ivan.get('/api/sales/V-1001/documents/')).body
    const withdrawn = `/api/sales/V-1001/documents/${results[0].id}/withdraw/`
    await ivan.post(withdrawn, json({ reason: 'Es de otra socia' }))
    const applied = applyImport(services(), source, { plan, caller: operator, publishedBy })
    await expect(applied).rejects.toThrow(NotPublishable)
    expect(await titles()).toEqual([])
  })

  test('and once, when two import the same', async () => {
    const folder = folderOf({ 'V-1001_deed_Uno.pdf': bytes(), 'V-1001_deed_Dos.pdf': bytes() })
    const before = Number(await countDocuments())
    const added = await Promise.all([importAll(folder), importAll(folder)])
    expect(added.toSorted()).toEqual([0, 2])
    expect(await titles()).toEqual(['Dos', 'Uno'])
    expect(await countDocuments()).toBe(before + 2)
  })
})
