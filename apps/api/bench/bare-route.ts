import fastify from 'fastify'
import pg from 'pg'

// The least that a call can cost here: one prepared statement by key, sent as it is. The portal is
// measured against it (calls.bench.ts).

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()
app.get('/bare', async (_request, reply) => {
  const { rows } = await pool.query({
    name: 'bare',
    text: 'select json from bare where id = $1',
    values: [1],
  })
  return reply.type('application/json; charset=utf-8').send(rows[0].json)
})
app.get('/', async () => 'ready')
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
