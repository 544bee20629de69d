import workerpool from 'workerpool'
import { encodeBatch, readBatch } from './read-batch.ts'

function encode(...input: Parameters<typeof encodeBatch>): unknown {
  const rows = encodeBatch(...input)
  return new workerpool.Transfer(
    rows,
    rows.map(({ buffer }) => buffer),
  )
}

workerpool.worker({ readBatch, encode })
