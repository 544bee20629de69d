import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  backUp,
  type EmptyInstallation,
  emptyInstallation,
  temporaryFolder,
} from '../../test/backup/installations.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { openPortalWithDocuments } from '../../test/personal-data/erasure.ts'
import type { Pool } from '../db/client.ts'
import { registerRunning } from '../db/locks-store.ts'
import { migrate } from '../db/migrate.ts'
import { exec, sql } from '../db/query.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { registerWorkerLock } from '../jobs/jobs-store.ts'

vi.setConfig({ testTimeout: 120_000 })

/** The bytes of a backup of the sample cooperative, with its list of erased people. */
let sample: { name: string; bytes: Buffer; list: Buffer }

async function makeSample(): Promise<typeof sample> {
  const folder = temporaryFolder()
  const { name } = await backUp(await openPortalWithDocuments(), folder)
  return {
    name,
    bytes: readFileSync(join(folder, name)),
    list: readFileSync(join(folder, 'erased-people.json')),
  }
}

function folderWith(bytes: Buffer): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, sample.name), bytes)
  writeFileSync(join(folder, 'erased-people.json'), sample.list)
  return folder
}

async function expectNothing({ database, config }: EmptyInstallation): Promise<void> {
  const dump = await dumpDatabase(database.pool)
  expect(dump['public.users'] ?? []).toEqual([])
  expect(dump['public.sessions'] ?? []).toEqual([])
  for await (const names of documentStorageAt(config.documents).keys()) expect(names).toEqual([])
}

test('a cut or altered backup is refused, and nothing is left (§12.513, security 12.11)', async () => {
  sample = await makeSample()
  const { bytes } = sample
  const tar = gunzipSync(bytes)
  const changed = Buffer.from(tar)
  const at = changed.indexOf('Vista al Biobío')
  changed.write('W', at)
  // Who changes the header could have nobody erased again; who makes all hashes anew has no key.
  const moved = Buffer.from(tar)
  moved.write('2036', moved.indexOf('"moment":"20') + '"moment":"'.length)
  const signed = Buffer.from(tar)
  const signature = signed.lastIndexOf('"signature":"') + '"signature":"'.length
  signed.write(signed.toString('latin1', signature, signature + 1) === '0' ? '1' : '0', signature)
  const damaged = {
    'cut in the middle': bytes.subarray(0, Math.floor(bytes.length / 2)),
    'cut at its end': bytes.subarray(0, bytes.length - 3),
    'cut between two entries': gzipSync(tar.subarray(0, tar.indexOf('manifest.json'))),
    'with another character in a row': gzipSync(changed),
    'with another moment': gzipSync(moved),
    'with another signature': gzipSync(signed),
    'with bytes that are none': Buffer.from('This is no backup.'),
  }
  const installation = await emptyInstallation()
  for (const [how, content] of Object.entries(damaged)) {
    await expect(installation.restore(folderWith(content)), how).rejects.toThrow(
      'El respaldo está cortado o alterado: no se puede reponer. Nada cambió; use otro.',
    )
    await expectNothing(installation)
  }
  // The same installation takes a good one.
  const { audit } = await installation.restore(folderWith(bytes))
  expect(audit.firstFault).toBeNull()
  await expect(installation.restore(folderWith(bytes))).rejects.toThrow(
    /^La instalación no está vacía \(.*\): un respaldo se repone en una base de datos nueva\./,
  )
})

test('an encrypted backup needs the key of one of its recipients (§12.514, security 12.11)', async () => {
  const folder = temporaryFolder()
  const [ours, spare, foreign] = await Promise.all([
    generateIdentity(),
    generateIdentity(),
    generateIdentity(),
  ])
  const portal = await openPortalWithDocuments()
  const recipients = await Promise.all([ours, spare].map((key) => identityToRecipient(key)))
  const { name } = await backUp(portal, folder, recipients)
  expect(name).toMatch(/^carpeta-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz\.age$/)
  const keyFile = (identity: string) => {
    const path = join(temporaryFolder(), 'clave')
    writeFileSync(path, `# created by age-keygen\n${identity}\n`)
    return path
  }
  const installation = await emptyInstallation()
  await expect(installation.restore(folder)).rejects.toThrow(
    'El respaldo está cifrado: indique su clave con --identity ARCHIVO.',
  )
  await expect(installation.restore(folder, { identity: keyFile(foreign) })).rejects.toThrow(
    'La clave de --identity no abre este respaldo: se cifró para otra.',
  )
  await expect(installation.restore(folder, { identity: keyFile('nada') })).rejects.toThrow(
    /^En .* no hay una clave privada de age/,
  )
  const bytes = readFileSync(join(folder, name))
  const path = join(folder, name)
  writeFileSync(
    path,
    Buffer.concat([bytes.subarray(0, 5000), Buffer.from('x'), bytes.subarray(5001)]),
  )
  await expect(installation.restore(folder, { identity: keyFile(spare) })).rejects.toThrow(
    'cortado o alterado',
  )
  await expectNothing(installation)
  writeFileSync(path, bytes)
  await installation.restore(folder, { identity: keyFile(spare) })
  const rosa = await (await installation.open()).logIn('rosa')
  expect((await rosa.get('/api/sales-data/')).status).toBe(200)
})

describe('a restore is refused', () => {
  beforeAll(async () => {
    sample ??= await makeSample()
  })

  test('while a portal runs on the database (§12.513)', async () => {
    const installation = await emptyInstallation()
    await migrate(installation.database.pool)
    const { pool } = installation.database
    for (const register of [registerRunning, (of: Pool) => registerWorkerLock(of, 'pool-1')]) {
      const running = await register(pool)
      await expect(installation.restore(folderWith(sample.bytes))).rejects.toThrow(
        'Un portal corre sobre esta base de datos: deténgalo antes de reponer. Nada cambió.',
      )
      await running.end()
    }
  })

  test('with another secret key, unless the operator goes on without (§12.513)', async () => {
    const SECRET_KEY = 'An0ther-key-for-tests-9876543210-zyxw'
    const installation = await emptyInstallation({ SECRET_KEY })
    const erased = { accounts: [], buyers: [] }
    const folder = temporaryFolder()
    writeFileSync(join(folder, sample.name), sample.bytes)
    await expect(installation.restore(folder, { erased })).rejects.toThrow(
      /^El respaldo se hizo con otra SECRET_KEY\. .*póngala en SECRET_KEY o en SECRET_KEY_PREVIOUS\. Si se perdió, siga con --other-key --without-erased-list\./,
    )
    await expectNothing(installation)
    const { audit } = await installation.restore(folder, { erased, allowsOtherKey: true })
    expect(audit.unknownKeys).toBe(audit.entries + audit.pending)
  })

  test('of a newer portal, whose version is named (§12.513)', async () => {
    const tar = gunzipSync(sample.bytes)
    tar.write('"9900_', tar.indexOf('"0000_'))
    const installation = await emptyInstallation()
    await expect(installation.restore(folderWith(gzipSync(tar)))).rejects.toThrow(
      /^El respaldo lo hizo la versión .* del portal, cuyas tablas esta versión no conoce: use esa, o una posterior\./,
    )
    expect(
      await exec(installation.database.db, sql`select from pg_tables where schemaname = 'public'`),
    ).toBe(0)
  })
})
