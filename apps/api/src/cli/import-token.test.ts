import { expect, onTestFinished, test } from 'vitest'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { many, sql } from '../db/query.ts'
import { tokenHash } from '../http/tokens.ts'

test('an operator creates a token, finds it in the list and revokes it (§12.221)', async () => {
  const { database, command } = await openMachineWith('empty', onTestFinished)
  const tokens = (...args: string[]) => command(['import-token', ...args])
  expect(await tokens('list')).toEqual({ code: 0, stdout: 'No hay tokens.\n', stderr: '' })

  const created = await tokens('create', '--name', 'Carga nocturna', '--days', '30')
  expect(created.code).toBe(0)
  // Alone on the standard output, so that a script can store it.
  expect(created.stdout).toMatch(/^cvi_[\w-]{43}\n$/)
  expect(created.stderr).toMatch(/^Token nº 1, válido hasta .*\. Guárdelo ahora: no se vuelve a mo/)
  const secret = created.stdout.trim()
  expect(created.stderr).not.toContain(secret)
  expect(await many(database.db, sql`select name, token_hash from import_tokens`)).toEqual([
    { name: 'Carga nocturna', tokenHash: tokenHash(secret) },
  ])

  const listed = await tokens('list')
  expect(listed.stdout).toMatch(
    /^1 {2}cvi_.{6}… {2}Vigente {2}vence .* {2}sin uso {2}Línea de comandos {2}Carga nocturna/,
  )
  expect(listed.stdout).not.toContain(secret)

  expect(await tokens('revoke', '--id', '1')).toMatchObject({
    code: 0,
    stdout: 'Token revocado: ya no sirve.\n',
  })
  expect((await tokens('list')).stdout).toContain('Revocado')
  const actions = await many<{ action: string }>(
    database.db,
    sql`select action from audit_entries order by id`,
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'import_token.created',
    'import_token.revoked',
  ])
  for (const id of ['1', '7', 'uno', '99999999999']) {
    expect(await tokens('revoke', '--id', id)).toMatchObject({
      code: 2,
      stderr: `No hay un token vigente nº ${id}.\n`,
    })
  }
  expect(await tokens('create', '--name', ' ', '--days', '7')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'Ingresa un nombre\nElige 30, 90 o 365 días\n',
  })
})
