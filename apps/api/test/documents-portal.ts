import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Services } from '../src/app.ts'
import { cloneDatabase, openPortalOn, type Portal } from './open-portal.ts'
import type { SampleFile } from './sample-files.ts'
import { COPY, storeRequest } from './stored-requests.ts'
import { type Answer, json, upload, type Visitor } from './visitor.ts'

export const MB = 1_048_576

/** A portal with its own storage folder, where members upload documents and staff review them. */
interface DocumentsPortal {
  portal: Portal
  dataDir: string
  /** Of the listening server. */
  origin: string
  rosa: Visitor
  hernan: Visitor
  mario: Visitor
  /** Creates a draft that requires two documents, or these. */
  createDraft: (person?: Visitor, sale?: string, documents?: string[]) => Promise<number>
  tryUpload: (
    file: SampleFile | null,
    requestId: number,
    position?: number,
    person?: Visitor,
  ) => Promise<Answer>
  /** Expects success. @returns the id of the document */
  uploadFile: (file: SampleFile, requestId: number, position?: number) => Promise<number>
  /** The rows and files of documents, after all jobs. */
  listStored: () => Promise<{ rows: number; files: string[] }>
  filesIn: (folder: string) => string[]
  expectNothingStored: () => Promise<void>
  /** Runs a scheduled job. */
  runJob: (name: string) => Promise<void>
  removeOrphans: () => Promise<void>
}

/** For all tests of a file; each begins without requests and documents. */
export function openDocumentsPortal(
  services?: Pick<Services, 'calls' | 'uploads' | 'downloads' | 'unreadMs'>,
): DocumentsPortal {
  const fixture = {} as DocumentsPortal

  fixture.createDraft = async (person = fixture.rosa, sale = 'V-1001', documents = two) => {
    const procedure_id = procedures[documents.length] ?? (await createProcedure(documents))
    const body = json({ procedure_id, sale_code: sale, comment: 'Para probar' })
    // A new key is a new request.
    const headers = { ...body.headers, 'idempotency-key': crypto.randomUUID() }
    return (await person.post('/api/request/create/', { ...body, headers })).body.id
  }
  fixture.tryUpload = (file, requestId, position, person = fixture.rosa) => {
    const fields = { request_id: requestId, ...(position === undefined ? {} : { position }) }
    return person.post('/api/upload-document/', upload(file, fields))
  }
  fixture.uploadFile = async (file, requestId, position) => {
    const answer = await fixture.tryUpload(file, requestId, position)
    expect(answer.status).toBe(201)
    return answer.body.id
  }
  fixture.listStored = async () => {
    await fixture.portal.sentEmails()
    const { rows } = await fixture.portal.pool.query('select count(*)::int as count from documents')
    return { rows: rows[0].count, files: fixture.filesIn('documents') }
  }
  fixture.filesIn = (folder) => {
    const path = join(fixture.dataDir, folder)
    return existsSync(path) ? readdirSync(path) : []
  }
  fixture.expectNothingStored = async () => {
    expect(await fixture.listStored()).toEqual({ rows: 0, files: [] })
    await vi.waitFor(() => expect(fixture.filesIn('incoming')).toEqual([]), 60_000)
  }
  fixture.runJob = async (name) => {
    await fixture.portal.pool.query('select graphile_worker.add_job($1)', [name])
    await fixture.portal.sentEmails()
  }
  fixture.removeOrphans = () => fixture.runJob('remove_orphaned_documents')

  const two = ['Cédula', 'Contrato']
  const procedures: Record<number, number> = {}
  const createProcedure = async (documents: string[]): Promise<number> => {
    const form = {
      ...{ title: 'Trámite', description: 'Para probar.', answer_hours: 8, is_active: true },
      documents,
    }
    const { id } = (await fixture.mario.post('/api/procedures/', json(form))).body
    procedures[documents.length] = id
    return id
  }
  beforeAll(async () => {
    fixture.dataDir = mkdtempSync(join(tmpdir(), 'carpeta-documents-'))
    const env = { DATA_DIR: fixture.dataDir }
    const portal = await openPortalOn(await cloneDatabase('sample'), env, services)
    fixture.portal = portal
    fixture.rosa = await portal.as('rosa')
    fixture.hernan = await portal.as('hernan')
    fixture.mario = await portal.as('mario')
    await portal.app.listen({ port: 0, host: '127.0.0.1' })
    fixture.origin = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await fixture.portal.close()
    rmSync(fixture.dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await fixture.portal.pool.query('delete from requests; delete from rate_limits')
    await fixture.portal.pool.query("update documents set created_at = now() - interval '2 days'")
    await fixture.removeOrphans()
  })
  return fixture
}

interface UploadTarget {
  person: Visitor
  path: string
  fields: Record<string, number>
}

/** Where members and staff upload files. */
export function uploadTargets(
  fixture: DocumentsPortal,
): Record<'Rosa' | 'Mario', () => Promise<UploadTarget>> {
  return {
    Rosa: async () => ({
      person: fixture.rosa,
      path: '/api/upload-document/',
      fields: { request_id: await fixture.createDraft() },
    }),
    Mario: async () => {
      const { id } = await storeRequest(fixture.portal, { title: COPY, state: 'in_review' })
      return { person: fixture.mario, path: `/api/requests/${id}/answer-files/`, fields: {} }
    },
  }
}
