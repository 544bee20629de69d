import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { type Finished, openMachineWith } from '../../test/carpeta-process.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

test('a command closes all it opened, so that its process ends by itself', async () => {
  const { run, writeFile, dataDir } = await openMachineWith('sample', onTestFinished)
  const { rut } = personas.rosa
  for (const [code, ...args] of [
    [0, 'import', writeFile('export.ndjson', sampleExport()), '--dry-run'],
    [3, 'uf', 'import', writeFile('uf.csv', '02-01-2020;28.310,86\n03-01-2020;ND\n')],
    [0, 'invite', '--all-not-invited'],
    [2, 'reset-factor', '--rut', rut],
    [2, 'demote-superuser', '--rut', rut],
    [0, 'export-member', '--rut', rut, '--output', join(dataDir, 'rosa')],
    [0, 'erase-member', '--rut', rut, '--dry-run', '--force'],
    [0, 'audit', 'verify'],
    [0, 'import-token', 'list'],
    [0, 'doctor'],
  ] as const) {
    expect(await run([...args]), args.join(' ')).toMatchObject({ code })
  }
})

test('a superuser’s password is read from standard input and keeps the rules (security 6.19)', async () => {
  const { start } = await openMachineWith('empty', onTestFinished)
  const createSuperuser = (password: string): Promise<Finished> => {
    const { child, finished } = start([
      ...['create-superuser', '--rut', '7.654.321-6', '--email', 'ti@cooperativa.example'],
      ...['--first-name', 'Julia', '--last-name', 'Pérez'],
    ])
    child.stdin?.end(`${password}\n`)
    return finished
  }
  const weak = await createSuperuser('Perez-Julia#77')
  expect(weak.stderr).toBe('La contraseña no puede contener tus datos\n')
  expect(weak.code).toBe(2)
  const made = await createSuperuser('Quillay#4471')
  expect(made.stdout).toBe('Superusuario creado.\n')
  expect(made.code).toBe(0)
  const again = await createSuperuser('Quillay#4471')
  expect(again.stderr).toBe('Ya existe un usuario con este rut\n')
})
