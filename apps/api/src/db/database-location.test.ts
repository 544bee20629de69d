import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findDatabase, locationNotice, recordDatabase } from './database-location.ts'

// Only the existence of the files matters here; `embedded-postgres.test.ts` has real databases.

let dataDir: string
let elsewhere: string

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'carpeta-location-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  dataDir = join(root, 'data')
  elsewhere = join(root, 'elsewhere')
  mkdirSync(dataDir)
})

function makeDatabase(folder: string) {
  mkdirSync(join(folder, 'cluster'), { recursive: true })
  writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '18\n')
}

function record(place: string) {
  writeFileSync(join(dataDir, 'database-location'), `${place}\n`)
}

const find = () => findDatabase(dataDir, null)

describe('the embedded database (security 12.23)', () => {
  test('is made in the data folder, and found there again', () => {
    const first = find()
    expect(first).toEqual({ folder: join(dataDir, 'postgres'), isOutside: false, isNew: true })
    expect(locationNotice(first)).toBe(
      `Se crea una base de datos nueva y vacía en ${join(dataDir, 'postgres')}.`,
    )
    makeDatabase(first.folder)
    recordDatabase(dataDir, first)
    expect(readFileSync(join(dataDir, 'database-location'), 'utf8')).toBe('postgres\n')
    expect(find()).toEqual({ ...first, isNew: false })
    expect(locationNotice(find())).toBeNull()
  })

  test('moves with its data folder', () => {
    makeDatabase(join(dataDir, 'postgres'))
    recordDatabase(dataDir, find())
    const moved = join(dirname(dataDir), 'moved')
    renameSync(dataDir, moved)
    expect(findDatabase(moved, null).folder).toBe(join(moved, 'postgres'))
  })

  test('of an earlier version, which kept no record, is found', () => {
    makeDatabase(join(dataDir, 'postgres'))
    expect(find()).toMatchObject({ folder: join(dataDir, 'postgres'), isNew: false })
  })

  test('outside the data folder stays there, and the first line says so', () => {
    makeDatabase(elsewhere)
    record(elsewhere)
    expect(find()).toEqual({ folder: elsewhere, isOutside: true, isNew: false })
    expect(locationNotice(find())).toBe(`La base de datos está FUERA de DATA_DIR, en ${elsewhere}.`)
  })

  test('that is made outside is announced before it is', () => {
    const location = { folder: '/var/lib/carpeta-virtual/abc', isOutside: true, isNew: true }
    expect(locationNotice(location)).toBe(
      'Se crea una base de datos nueva y vacía FUERA de DATA_DIR, en /var/lib/carpeta-virtual/abc, porque PostgreSQL no puede entrar a DATA_DIR.',
    )
  })

  test('that is gone from its recorded place is not replaced by an empty one', () => {
    record(elsewhere)
    expect(find).toThrow(
      `La base de datos estaba en ${elsewhere} y ya no está; una nueva quedaría vacía en ${join(dataDir, 'postgres')}.`,
    )
    record('postgres')
    expect(find).toThrow(/ya no está.*Devuélvala a su lugar.*borre ese archivo/)
  })

  test('in another place than the recorded one is not used either', () => {
    makeDatabase(join(dataDir, 'postgres'))
    record(elsewhere)
    expect(find).toThrow(`La base de datos estaba en ${elsewhere} y ya no está`)
  })
})
