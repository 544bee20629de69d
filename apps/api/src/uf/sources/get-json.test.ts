import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { beforeEach, describe, expect, test } from 'vitest'
import { json, startUfServer, type UfServer } from '../../../test/stand-ins/uf-sources.ts'
import { addressBelow, getJson } from './get-json.ts'

let server: UfServer
beforeEach(async () => {
  server = await startUfServer(todayInSantiago(new Date()))
})

const limits = { timeoutMs: 300, maxBytes: 10_000 }

function ask(answer: RequestListener): Promise<unknown> {
  server.mindicador = answer
  return getJson(addressBelow(server.base, 'uf?apikey=secreta'), limits)
}

const html: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Mantención</html>')
const cutAmidJson: RequestListener = (_request, response) => response.end('{"UFs":[{"Va')
const silent: RequestListener = () => {}
const stallsAmidAnswer: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"UFs":')
}
const hangsUp: RequestListener = (request) => request.socket.destroy()
const hangsUpAmidAnswer: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"UFs":')
  request.socket.end()
}
const packedMegabytes = gzipSync(Buffer.alloc(20_000_000, ' '))
const bomb: RequestListener = (_request, response) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .end(packedMegabytes)
const noGzip: RequestListener = (_request, response) =>
  response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')

describe('an answer', () => {
  test('of JSON is read, also packed', async () => {
    expect(await ask(json({ codigo: 'uf' }))).toEqual({ codigo: 'uf' })
    const packed = ask((_request, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ codigo: 'uf' }))),
    )
    expect(await packed).toEqual({ codigo: 'uf' })
  })

  test.each<[string, RequestListener, string]>([
    ['an HTML page', html, 'no respondió JSON'],
    ['JSON that is cut', cutAmidJson, 'no respondió JSON'],
    ['a failure', json({ error: 'x' }, 500), 'respondió 500'],
    ['a key that is refused', json({ CodigoHTTP: 401 }, 401), 'no acepta la clave (401)'],
    ['silence', silent, 'no respondió en 0.3 segundos'],
    ['an answer that stalls', stallsAmidAnswer, 'no respondió en 0.3 segundos'],
    ['a connection that ends', hangsUp, 'no responde'],
    ['a connection that ends amid the answer', hangsUpAmidAnswer, 'no responde'],
    ['megabytes in a small gzip', bomb, 'respondió más de lo que cabe'],
    ['gzip that is none', noGzip, 'no responde'],
  ])(
    '%s is told, without the key (security 10.62, security 11.60)',
    async (_what, answer, problem) => {
      await expect(ask(answer)).rejects.toThrow(new Error(problem))
    },
  )

  test('that leads elsewhere is not followed (security 10.62)', async () => {
    const elsewhere = await startUfServer(todayInSantiago(new Date()))
    const leadAway: RequestListener = (_request, response) =>
      response.writeHead(302, { location: `${elsewhere.base.origin}/uf` }).end()
    await expect(ask(leadAway)).rejects.toThrow('manda a otra dirección')
    expect(elsewhere.asked).toEqual([])
  })

  test('of nobody is told', async () => {
    const nobody = addressBelow(new URL('http://127.0.0.1:1/api'), 'uf')
    await expect(getJson(nobody, limits)).rejects.toThrow('no responde')
  })
})
