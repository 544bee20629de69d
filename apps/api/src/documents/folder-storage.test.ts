import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openMachine } from '../../test/carpeta-process.ts'
import { MB } from '../../test/documents-portal.ts'
import { freePort } from '../../test/free-port.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { pdf, type SampleFile } from '../../test/sample-files.ts'
import { countFiles, createRosasDraft } from '../../test/stored-requests.ts'
import { upload, type Visitor } from '../../test/visitor.ts'

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('a folder', () => {
  test('that is a file gives a readable error', async () => {
    const file = join(folderForTest(), 'archivo')
    writeFileSync(file, '')
    const portal = await openPortalForTest({ DOCUMENTS_URL: `file:${file}` })
    const { rosa, id } = await createRosasDraft(portal)
    const answer = await rosa.post('/api/upload-document/', upload(pdf(), { request_id: id }))
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notStored.text])
    expect(await countFiles(rosa, id)).toBe(0)
  })

  /** A portal with space for small files only. */
  interface FullDisk {
    portal: Portal
    uploadFile: (
      rosa: Visitor,
      id: number,
      file: SampleFile,
    ) => Promise<{ status: number; body: unknown }>
    /** The files that are stored. */
    storedFiles: () => string[]
  }

  const fullDisks: [string, () => Promise<FullDisk>][] = [
    ['by the process’s file size limit', openLimited],
    ...mounted([
      ['of the stored documents', (full: string) => ({ DOCUMENTS_URL: `file:${full}` })],
      [
        'of the incoming files',
        (full: string) => ({ DATA_DIR: full, DOCUMENTS_URL: `file:${folderForTest()}` }),
      ],
    ]),
  ]
  test.each(fullDisks)(
    '7.18 a full disk %s answers 507, leaves nothing, and still accepts a smaller file (security 7.18, security 12.9)',
    async (_where, open) => {
      const { portal, uploadFile, storedFiles } = await open()
      const { rosa, id } = await createRosasDraft(portal)
      const answer = await uploadFile(rosa, id, pdf('a.pdf', { size: 3 * MB }))
      expect([answer.status, answer.body]).toEqual([507, documentMessages.notStored.text])
      expect(await countFiles(rosa, id)).toBe(0)
      expect(storedFiles()).toEqual([])
      expect((await rosa.get('/api/sales-data/')).status).toBe(200)
      expect((await uploadFile(rosa, id, pdf())).status).toBe(201)
    },
  )

  /** The process cannot write files over one megabyte (two in some shells). */
  async function openLimited(): Promise<FullDisk> {
    const machine = openMachine({ ulimit: '-f 2048' })
    const portal = await openPortalForTest({})
    const port = await freePort()
    await machine.serve(port, {
      DATABASE_URL: portal.pool.options.connectionString ?? '',
      SECRET_KEY: portal.config.secretKeys[0],
    })
    return {
      portal,
      uploadFile: async (rosa, id, file) => {
        const { payload, headers } = upload(file, { request_id: id })
        const answer = await fetch(`http://localhost:${port}/api/upload-document/`, {
          method: 'POST',
          headers: { ...rosa.headers(), ...(headers as Record<string, string>) },
          body: new Uint8Array(payload as Buffer),
        })
        return { status: answer.status, body: await answer.json() }
      },
      storedFiles: () => [
        ...filesIn(machine.dataDir, 'documents'),
        ...filesIn(machine.dataDir, 'incoming'),
      ],
    }
  }

  /** A real disk of one megabyte, where mounting is permitted. */
  function mounted(
    cases: [string, (full: string) => NodeJS.ProcessEnv][],
  ): [string, () => Promise<FullDisk>][] {
    if (!canMount()) return []
    return cases.map(([where, settings]) => [
      where,
      async () => {
        const full = mountTiny()
        return {
          portal: await openPortalForTest(settings(full)),
          uploadFile: (rosa, id, file) =>
            rosa.post('/api/upload-document/', upload(file, { request_id: id })),
          storedFiles: () => readdirSync(full).filter((name) => name !== 'incoming'),
        }
      },
    ])
  }

  function filesIn(...path: string[]): string[] {
    return existsSync(join(...path)) ? readdirSync(join(...path)) : []
  }

  function mountTiny(): string {
    const folder = folderForTest()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder])
    onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
    return folder
  }

  function canMount(): boolean {
    const folder = mkdtempSync(join(tmpdir(), 'carpeta-mount-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
      execFileSync('umount', [folder])
      return true
    } catch {
      return false
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  test('that cannot be written stops the start with its path', async () => {
    const machine = openMachine()
    const file = join(machine.dataDir, 'archivo')
    writeFileSync(file, '')
    const { code, stderr } = await machine.command(['serve'], { DOCUMENTS_URL: `file:${file}` })
    expect(stderr).toMatch(/^DOCUMENTS_URL: no se puede guardar en .*archivo \(E/)
    expect(code).toBe(2)
  })
})
