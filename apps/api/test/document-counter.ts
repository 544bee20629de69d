import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { openPortal, type Portal } from './open-portal.ts'
import type { SampleFile } from './sample-files.ts'
import { type Answer, json, upload, type Visitor } from './visitor.ts'

export const MB = 1_048_576

/** A portal with a folder of its own, where Rosa and Hernán hand in documents and Mario looks at them. */
export interface Counter {
  portal: Portal
  dataDir: string
  /** Where it listens. */
  origin: string
  rosa: Visitor
  hernan: Visitor
  mario: Visitor
  /** A new draft of what asks for two documents. */
  begin: (person?: Visitor, sale?: string) => Promise<number>
  hand: (
    file: SampleFile | null,
    requestId: number,
    position?: number,
    person?: Visitor,
  ) => Promise<Answer>
  /** The same, and it is taken; the document's id. */
  handed: (file: SampleFile, requestId: number, position?: number) => Promise<number>
  /** The rows, and the files that are really there once the jobs have run. */
  kept: () => Promise<{ rows: number; files: string[] }>
  filesIn: (folder: string) => string[]
  /** What is open of files that are coming in; they have no name, and end with their descriptor. */
  heldFiles: () => string[]
  expectNothingStored: () => Promise<void>
  /** Lets the hourly job run. */
  clearUp: () => Promise<void>
}

/** For a whole file of tests; each begins without a request and without a document. */
export function openCounter(): Counter {
  const counter = {} as Counter

  counter.begin = async (person = counter.rosa, sale = 'V-1001') => {
    const body = { procedure_id: asksForTwo, sale_code: sale, comment: crypto.randomUUID() }
    return (await person.post('/api/request/create/', json(body))).body.id
  }
  counter.hand = (file, requestId, position, person = counter.rosa) => {
    const fields = { request_id: requestId, ...(position === undefined ? {} : { position }) }
    return person.post('/api/upload-document/', upload(file, fields))
  }
  counter.handed = async (file, requestId, position) => {
    const answer = await counter.hand(file, requestId, position)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  counter.kept = async () => {
    await counter.portal.sentEmails()
    const { rows } = await counter.portal.pool.query('select count(*)::int as count from documents')
    return { rows: rows[0].count, files: counter.filesIn('documents') }
  }
  counter.filesIn = (folder) => {
    const path = join(counter.dataDir, folder)
    return existsSync(path) ? readdirSync(path) : []
  }
  counter.heldFiles = () => {
    const descriptors = '/proc/self/fd'
    if (!existsSync(descriptors)) return []
    return readdirSync(descriptors).flatMap((fd) => {
      try {
        const path = readlinkSync(join(descriptors, fd))
        return path.startsWith(join(counter.dataDir, 'incoming')) ? [path] : []
      } catch {
        return []
      }
    })
  }
  counter.expectNothingStored = async () => {
    expect(await counter.kept()).toEqual({ rows: 0, files: [] })
    expect(counter.filesIn('incoming')).toEqual([])
    await vi.waitFor(() => expect(counter.heldFiles()).toEqual([]))
  }
  counter.clearUp = async () => {
    await counter.portal.pool.query("select graphile_worker.add_job('remove_orphaned_documents')")
    await counter.portal.sentEmails()
  }

  let asksForTwo = 0
  beforeAll(async () => {
    counter.dataDir = mkdtempSync(join(tmpdir(), 'carpeta-documents-'))
    const portal = await openPortal('sample', { DATA_DIR: counter.dataDir })
    counter.portal = portal
    counter.rosa = await portal.as('rosa')
    counter.hernan = await portal.as('hernan')
    counter.mario = await portal.as('mario')
    const form = {
      title: 'Dos documentos',
      description: 'Para probar.',
      documents: ['Cédula', 'Contrato'],
      answer_hours: 8,
      is_active: true,
    }
    asksForTwo = (await counter.mario.post('/api/procedures/', json(form))).body.id
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    counter.origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await counter.portal.close()
    rmSync(counter.dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await counter.portal.pool.query('delete from requests; delete from rate_limits')
    await counter.portal.pool.query("update documents set created_at = now() - interval '2 days'")
    await counter.clearUp()
  })
  return counter
}
