import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { receiveFile } from './receive-file.ts'

const CHUNK_BYTES = 64 * 1024

test('the memory of what is written is freed, and that of a larger or a small buffer is not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carpeta-receive-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const whole = Array.from({ length: 5 }, (_, i) =>
    Buffer.from(new ArrayBuffer(CHUNK_BYTES)).fill(i),
  )
  const larger = Buffer.from(new ArrayBuffer(CHUNK_BYTES)).fill('a')
  // The parser's own, for the beginning of a boundary.
  const small = Buffer.from(new ArrayBuffer(74)).fill('b')
  const chunks = [...whole, larger.subarray(0, CHUNK_BYTES / 2), small]
  const sent = Buffer.concat(chunks)
  const content = Readable.from(chunks)
  await using file = await receiveFile({ name: 'a.pdf', content }, { dataDir })
  expect(await buffer(file.read())).toEqual(sent)
  expect(whole.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0])
  expect(larger.toString()).toBe('a'.repeat(CHUNK_BYTES))
  expect(small.toString()).toBe('b'.repeat(74))
})
