import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastify from 'fastify'

// The least that an upload can cost here: the body goes to a file. The portal is measured against it
// (uploads.bench.ts).

const folder = process.env.UPLOADS ?? ''
await mkdir(folder, { recursive: true })
const app = fastify({ bodyLimit: 100 * 1024 * 1024 })
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
app.get('/', async () => 'ready')
app.post('/', async ({ raw }, reply) => {
  await pipeline(raw, createWriteStream(join(folder, randomUUID())))
  return reply.code(201).send({})
})
await app.listen({ port: Number(process.env.PORT), host: 'localhost' })
