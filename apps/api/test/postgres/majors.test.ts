import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyFiles } from '../../src/backup/stored-files.ts'
import { readServer } from '../../src/db/server-store.ts'
import { documentStorageAt } from '../../src/documents/document-storage.ts'
import { loadSample } from '../../src/sample/load-sample.ts'
import { verifyChain } from '../audit/verify-log.ts'
import { backUp, emptyInstallation, temporaryFolder } from '../backup/installations.ts'
import type { Portal } from '../open-portal.ts'
import { loadAgain } from '../personal-data/erasure.ts'
import { pdf } from '../sample-files.ts'
import { createRosasDraft } from '../stored-requests.ts'
import { json, upload } from '../visitor.ts'
import { type Major, startPostgres } from './majors.ts'

// The oldest version that is supported; `npm run test:long -- postgres` names them all.
const majors = (process.env.POSTGRES_MAJORS ?? '15').split(',').map((text) => Number(text) as Major)

vi.setConfig({ testTimeout: 300_000 })

async function serverOf(major: Major): Promise<string> {
  const server = await startPostgres(major)
  onTestFinished(() => server.stop())
  return server.url
}

/** Rosa sends a request with its documents. */
async function sendRequest(portal: Portal): Promise<void> {
  const { rosa, id } = await createRosasDraft(portal)
  for (const position of [0, 1, 2]) {
    const form = upload(pdf(`${position}.pdf`, { text: `${position}` }), {
      request_id: id,
      position,
    })
    expect((await rosa.post('/api/upload-document/', form)).status).toBe(201)
  }
  expect((await rosa.post('/api/request/send/', json({ request_id: id }))).status).toBe(200)
}

/** What Rosa and Mario are answered, to the byte; Iván's lists only have to answer. */
async function answersOf(portal: Portal) {
  const [rosa, mario, ivan] = [
    await portal.logIn('rosa'),
    await portal.logIn('mario'),
    await portal.logIn('ivan'),
  ]
  const compared = [await rosa.get('/api/sales-data/'), await mario.get('/api/requests/')]
  const others = [await ivan.get('/api/users/?search=rosa'), await ivan.get('/api/audit/')]
  expect([...compared, ...others].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return compared.map(({ bytes }) => bytes.toString())
}

async function faultsOf({ db, config }: Portal) {
  const faults: string[] = []
  const storage = documentStorageAt(config.documents)
  const { files } = await verifyFiles({ db, storage }, (key) => faults.push(key))
  return { faults, isEmpty: files === 0, log: (await verifyChain({ db })).firstFault }
}

test.each(majors)(
  'PostgreSQL %i serves members, runs jobs, and exchanges backups with the embedded one (§12.575)',
  async (major) => {
    const serverUrl = await serverOf(major)
    const first = await emptyInstallation({}, serverUrl)
    const prepared = await first.prepare()
    await loadSample(prepared.db, first.config)
    await prepared.close()
    const portal = await first.open()
    expect((await readServer(portal.db)).version).toMatch(new RegExp(`^${major}\\.`))
    await sendRequest(portal)
    await loadAgain({ ...portal, documentsFolder: portal.config.dataDir }, ({ venta }) => {
      venta.etapa = 'Etapa nueva'
    })
    expect(await portal.sentEmails()).not.toEqual([])
    const before = await answersOf(portal)
    const intact = { faults: [], isEmpty: false, log: null }
    expect(await faultsOf(portal)).toEqual(intact)

    const [toEmbedded, back] = [temporaryFolder(), temporaryFolder()]
    await backUp(portal, toEmbedded)
    const second = await emptyInstallation()
    await second.restore(toEmbedded)
    const embedded = await second.open()
    expect(await answersOf(embedded)).toEqual(before)
    expect(await faultsOf(embedded)).toEqual(intact)

    await backUp(embedded, back)
    const third = await emptyInstallation({}, serverUrl)
    await third.restore(back)
    const again = await third.open()
    expect(await answersOf(again)).toEqual(before)
    expect(await faultsOf(again)).toEqual(intact)
  },
)

test('PostgreSQL 14 is refused before anything is changed (§12.576)', async () => {
  const installation = await emptyInstallation({}, await serverOf(14))
  await expect(installation.prepare()).rejects.toThrow(
    /^PostgreSQL 14\.\d+: se necesita la versión 15 o una posterior\.$/,
  )
  const { pool } = installation.database
  const { rows } = await pool.query(
    `select 1 from pg_class where relnamespace = 'public'::regnamespace`,
  )
  expect(rows).toEqual([])
})
