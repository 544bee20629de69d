import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/open-portal.ts'
import { rootCause } from '../db/client.ts'
import { exec, sql } from '../db/query.ts'
import { answerErrors } from './error-handler.ts'

test.each([
  ['a range outside the file', { range: 'bytes=900-' }, 416],
  ['an outdated version of a file', { 'if-match': '"another"' }, 412],
])('asking for %s is refused in JSON', async (_name, headers, status) => {
  const root = mkdtempSync(join(tmpdir(), 'carpeta-pages-'))
  writeFileSync(join(root, 'page.html'), '<!doctype html>')
  const app = fastify()
  onTestFinished(() => app.close())
  answerErrors(app, () => [])
  await app.register(fastifyStatic, { root })
  expect((await app.inject('/page.html')).statusCode).toBe(200)
  const answer = await app.inject({ url: '/page.html', headers })
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status,
    body: { detail: 'Solicitud no válida.' },
  })
})

test.each([
  [
    'breaks a rule of the table',
    sql`insert into users (first_name, rut, email) values (${'Secreto'}, ${'secreto'}, 'x')`,
    { code: '23514', table: 'users', constraint: 'users_rut_is_canonical' },
  ],
  [
    'already exists',
    sql`insert into users (first_name, email)
      values (${'Secreto'}, ${'secreto@correo.example'}), ('Otra', ${'secreto@correo.example'})`,
    { code: '23505', constraint: 'users_email_unique_without_rut' },
  ],
  ['has another type', sql`select ${'secreto'}::text::integer`, { code: '22P02' }],
  ['is not a date', sql`select ${'2026-99-99 secreto'}::text::date`, { code: '22007' }],
])('the log does not show a value that %s (security 11.1)', async (_name, statement, logged) => {
  const { db, close } = await cloneDatabase('empty')
  onTestFinished(close)
  const error: unknown = await exec(db, statement).catch((refused: unknown) => refused)
  expect(inspect(error)).toMatch(/secreto/i)
  expect(rootCause(error)).toMatchObject(logged)
  expect(JSON.stringify(rootCause(error))).not.toMatch(/secreto/i)
})
