import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openMachine } from '../../test/carpeta-process.ts'
import { cloneDatabase } from '../../test/open-portal.ts'

test('an operator exports Rosa’s data, is refused to erase it, and erases it with --force', async () => {
  const machine = openMachine()
  const { dataDir } = machine
  const { rut } = personas.rosa
  const database = await cloneDatabase('sample')
  onTestFinished(() => database.close())
  cpSync(join(inject('dataDir'), 'sample-documents'), join(dataDir, 'documents'), {
    recursive: true,
  })
  const run = (args: string[]) =>
    machine.command(args, { DATABASE_URL: String(database.pool.options.connectionString) })

  const folder = join(dataDir, 'rosa')
  const exported = await run(['export-member', '--rut', '12.345.678-5', '--output', folder])
  expect({ code: exported.code, stderr: exported.stderr }).toEqual({ code: 0, stderr: '' })
  expect(exported.stdout).toContain('1 de 1 documentos')
  expect(readdirSync(folder).toSorted()).toEqual(['datos.json', 'datos.pdf', 'documentos'])
  const { documents } = JSON.parse(readFileSync(join(folder, 'datos.json'), 'utf8'))
  expect(readFileSync(join(folder, documents[0].file)).length).toBe(documents[0].size)
  expect((await run(['export-member', '--rut', rut, '--output', folder])).code).toBe(2)
  expect((await run(['export-member', '--rut', '1-9', '--output', join(dataDir, 'x')])).code).toBe(
    1,
  )
  expect((await run(['export-member', '--rut', 'rosa', '--output', join(dataDir, 'x')])).code).toBe(
    2,
  )
  expect((await run(['erase-member', '--rut', 'rosa'])).code).toBe(2)
  expect((await run(['erase-member'])).code).toBe(2)
  expect((await run(['erase-member', '--rut', rut, '--id', '1'])).stderr).toBe(
    'Indique a quién, de una sola manera: --rut RUT, --id CUENTA o --email CORREO.\n',
  )

  const refused = await run(['erase-member', '--rut', rut])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('Tiene una venta abierta (V-1001)')
  const tried = await run(['erase-member', '--rut', rut, '--dry-run', '--force'])
  expect(tried.code).toBe(0)
  expect(tried.stdout).toContain('Ensayo: no se escribió nada. Se borraría:')
  const erased = await run(['erase-member', '--rut', rut, '--force'])
  expect({ code: erased.code, stderr: erased.stderr }).toEqual({ code: 0, stderr: '' })
  expect(erased.stdout).toContain('Anonimizado. Se borró:')
  expect(erased.stdout).toContain('Se conserva:')
  const again = await run(['erase-member', '--rut', rut, '--force'])
  expect(again.code).toBe(0)
  expect(again.stdout).toContain('Ya estaba anonimizado')
  const verified = await run(['audit', 'verify'])
  expect(verified.stdout).toContain('Bitácora íntegra')
  // Only a portal that runs writes anchors.
  expect(verified.code).toBe(4)
})

test('a former superuser can be erased; the last one stays', async () => {
  const machine = openMachine()
  const database = await cloneDatabase('sample')
  onTestFinished(() => database.close())
  const run = (args: string[]) =>
    machine.command(args, { DATABASE_URL: String(database.pool.options.connectionString) })
  const { rut, email } = personas.ivan

  const last = await run(['demote-superuser', '--rut', rut])
  expect(last.code).toBe(2)
  expect(last.stderr).not.toBe('')
  await database.pool.query(`delete from user_groups;
    insert into users (rut, first_name, is_superuser, password_hash)
    values ('7654321-6', 'Julia', true, 'x')`)
  const refused = await run(['erase-member', '--email', email])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('carpeta demote-superuser')
  expect((await run(['demote-superuser', '--rut', rut])).code).toBe(0)
  const erased = await run(['erase-member', '--email', email])
  expect({ code: erased.code, stderr: erased.stderr }).toEqual({ code: 0, stderr: '' })
})
