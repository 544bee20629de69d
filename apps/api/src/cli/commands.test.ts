import { once } from 'node:events'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { openMachine, openMachineWith } from '../../test/carpeta-process.ts'
import { workbookOfSales } from '../../test/exports/workbook-of.ts'
import { fileOfOthers } from '../../test/files-of-others.ts'
import { freePort } from '../../test/free-port.ts'
import { sample } from '../../test/imports.ts'
import { exec, sql } from '../db/query.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'

// The output and the exit code of commands; `commands-process.test.ts` runs them as processes.
describe('carpeta import', () => {
  test('reports the result, and exits with 0, 3 or 4 (§10.95, §10.103, §12.963)', async () => {
    const { command: run, writeFile, dataDir } = await openMachineWith('empty', onTestFinished)
    const whole = writeFile('export.ndjson', sampleExport())
    const dry = await run(['import', whole, '--dry-run'])
    expect(dry.stdout).toContain('Ensayo: no se escribió nada.')
    expect(dry.code).toBe(0)

    const applied = await run(['import', whole])
    expect(applied.stdout).toContain('Carga aplicada.')
    expect(applied.stdout).toMatch(/Nuevas\s+9\n/)
    expect(applied.code).toBe(0)

    const book = await run([
      'import',
      writeFile('libro.xlsx', workbookOfSales(sample)),
      '--dry-run',
    ])
    expect(book.stdout).toMatch(/Sin cambios\s+9\n/)
    expect(book.code).toBe(0)

    const zipped = await run([
      'import',
      fileOfOthers('exports/powershell-barra-inversa.zip'),
      '--dry-run',
    ])
    expect(zipped).toMatchObject({ code: 0, stdout: expect.stringMatching(/Sin cambios\s+9\n/) })
    expect(readdirSync(join(dataDir, 'incoming'))).toEqual([])
    const bzip2 = await run(['import', fileOfOthers('exports/7zip-bzip2.zip')])
    expect(bzip2.stderr).toBe(
      'corte.json está comprimido con BZip2. Comprímelo como .zip con el método normal (Deflate).\n',
    )
    expect(bzip2.code).toBe(2)

    const spoilt = writeFile(
      'spoilt.ndjson',
      sampleExport().replace('"cliente_rut":"12345678-5"', '"cliente_rut":"12345678-4"'),
    )
    const refused = await run(['import', spoilt])
    expect(refused.stderr).toBe(
      'Carga detenida; nada cambió. 1 de 9 ventas se rechaza: más del 1 % permitido. Use --max-rejects para tolerar más.\n',
    )
    expect(refused.code).toBe(4)

    const tolerated = await run(['import', spoilt, '--max-rejects', '20'])
    expect(tolerated.stdout).toContain(
      'línea 2, venta V-1001, venta.cliente_rut: «12345678-4» no es un rut válido',
    )
    expect(tolerated.stdout).toContain('1 venta rechazada conserva su última versión buena.')
    expect(tolerated.code).toBe(3)

    const rejects = join(dirname(spoilt), 'motivos.csv')
    await run(['import', spoilt, '--max-rejects', '20', '--rejects', rejects])
    expect(readFileSync(rejects, 'utf8')).toBe(
      '\uFEFFArchivo;Línea;Venta;Campo;Valor;Motivo\r\n;2;V-1001;venta.cliente_rut;12345678-4;no es un rut válido\r\n',
    )
  })

  test('wrong use exits with 2 (§10.95)', async () => {
    const { command: run, writeFile, dataDir } = await openMachineWith('empty', onTestFinished)
    const missing = join(dataDir, 'nada.ndjson')
    expect(await run(['import', missing])).toMatchObject({
      code: 2,
      stderr: `No existe ${missing}.\n`,
    })
    const folder = await run(['import', dirname(writeFile('suelto.csv', 'code'))])
    expect(folder.stderr).toMatch(/^En la carpeta \S+ faltan corte.json, ventas.csv, cuotas.csv/)
    expect(folder.code).toBe(2)
    for (const [name, bytes] of [
      ['cut.gz', gzipSync(sampleExport()).subarray(0, 1000)],
      ['none.gz', Buffer.from('hola')],
    ] as const) {
      const { code, stderr } = await run(['import', writeFile(name, bytes)])
      expect(stderr).toMatch(/^No se puede leer el archivo/)
      expect(code).toBe(2)
    }
    expect((await run(['import'])).code).toBe(2)
    expect((await run(['import', 'x', '--max-rejects', 'mucho'])).code).toBe(2)
    expect((await run(['nada'])).code).toBe(2)
    const help = await run(['import', '--help'])
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('.xlsx') })
  })
})

describe('accounts by command', () => {
  test('invitations go to one, or to all who have none yet, and who has no email is counted (§12.951)', async () => {
    const { command: run, writeFile, database } = await openMachineWith('empty', onTestFinished)
    await importSales(database.db, ndjsonFile(writeFile('export.ndjson', sampleExport())))
    const rosa = await run(['invite', '--rut', '12.345.678-5'])
    expect(rosa.stdout).toMatch(/^1 correo en camino/)
    const all = await run(['invite', '--all-not-invited'])
    expect(all.stdout).toMatch(/^6 correos en camino/)
    const none = await run(['invite', '--all-not-invited'])
    expect(none.stdout).toMatch(/^0 correos en camino/)
    expect(none.stdout).not.toMatch(/no tiene/)
    await database.pool.query(`update users set email = '', invited_at = null
      where rut in ('${personas.bruno.rut}', '${personas.pia.rut}')`)
    const skipped = await run(['invite', '--all-not-invited'])
    expect(skipped.stdout).toMatch(
      /^2 cuentas sin activar no se invitaron: no tienen correo \(«Usuarios», filtro «Sin correo»\)\.$/m,
    )
    const twice = await run(['invite', '--rut', '12.345.678-5'])
    expect(twice.stderr).toMatch(/tiene un correo en camino\.$/m)
    expect(twice.code).toBe(1)
    const unknown = await run(['invite', '--rut', '1-9'])
    expect(unknown).toMatchObject({ code: 1, stderr: 'No hay una cuenta con ese rut.\n' })
    const wrong = await run(['invite', '--rut', '1-2'])
    expect(wrong).toMatchObject({ code: 2, stderr: 'Rut no válido.\n' })
    expect((await run(['invite'])).code).toBe(2)
  })

  test('the second factor of the last superuser is reset, unless no email could lead to another password (security 16.750)', async () => {
    const { command: run, database } = await openMachineWith('empty', onTestFinished)
    await database.pool.query(`
      insert into users (rut, first_name, is_superuser, password_hash)
        values ('7654321-6', 'Julia', true, 'x');
      insert into totp_secrets (user_id, sealed_secret, confirmed_at)
        select id, 'x', now() from users`)
    const locksOut = await run(['reset-factor', '--rut', '7.654.321-6'])
    expect(locksOut.code).toBe(2)
    expect(locksOut.stderr).toMatch(/^La cuenta no tiene correo/)
    const kept = await database.pool.query(`select from users where password_hash = 'x'`)
    expect(kept.rowCount).toBe(1)
    await database.pool.query(`update users set email = 'julia@cooperativa.example'`)
    const reset = await run(['reset-factor', '--rut', '7.654.321-6'])
    expect(reset.stdout).toMatch(/^Su segundo factor fue restablecido/)
    expect((await database.pool.query('select from totp_secrets')).rowCount).toBe(0)
    const again = await run(['reset-factor', '--rut', '7.654.321-6'])
    expect(again).toMatchObject({ code: 2, stderr: 'La cuenta no tiene un segundo factor\n' })
    const wrong = await run(['reset-factor', '--rut', '1-2'])
    expect(wrong).toMatchObject({ code: 2, stderr: 'Rut no válido.\n' })
  })
})

test('wrong use and help are in Spanish', async () => {
  const { command: run } = openMachine()
  const hint = '(carpeta COMANDO --help explica cada uno)'
  for (const [args, said] of [
    [['respaldo'], 'No hay un comando «respaldo».'],
    [['respaldo', '--help'], 'No hay un comando «respaldo».'],
    [['help', 'respaldo'], 'No hay un comando «respaldo».'],
    [['audit', 'nada', '--help'], 'No hay un comando «nada».'],
    [['uf', 'import'], 'Falta <archivo>.'],
    [['import', 'x', '--nada'], 'No hay una opción «--nada».'],
    [['import', 'x', 'y'], 'Sobran argumentos.'],
    [['invite', '--rut'], 'A la opción «--rut <rut>» le falta su valor.'],
    [['demote-superuser'], 'Falta la opción «--rut <rut>».'],
  ] as const) {
    const { code, stderr } = await run([...args])
    expect({ code, said: stderr.split('\n')[0] }, args.join(' ')).toEqual({ code: 2, said })
    expect(stderr).toContain(hint)
  }
  for (const args of [['--help'], ['help', 'import'], ['import', '--help'], ['audit', '--help']]) {
    const { code, stdout } = await run(args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Uso: carpeta /)
    expect(stdout).not.toMatch(/Usage|Options|Arguments|Commands|\[options|display|default/)
  }
})

test('a database that is down is reported with its host, without the password', async () => {
  const port = await freePort()
  const { code, stderr } = await openMachine().command(['migrate'], {
    DATABASE_URL: `postgres://portal:Secreta99@localhost:${port}/carpeta`,
  })
  expect(code).toBe(1)
  expect(stderr).toBe(
    `La base de datos en localhost:${port} no responde (ECONNREFUSED). Revise DATABASE_URL, y que PostgreSQL esté en marcha.\n`,
  )
})

test('a database away over its socket is reported with the folder by migrate, doctor and the start (security 12.190)', async () => {
  const { command: run, dataDir } = openMachine()
  const settings = { DATABASE_URL: `postgres://carpeta@${encodeURIComponent(dataDir)}/carpeta` }
  const said = `La base de datos en ${dataDir} no responde (ENOENT). Revise DATABASE_URL, y que PostgreSQL esté en marcha.\n`
  for (const name of ['migrate', 'serve', 'worker']) {
    expect(await run([name], settings), name).toMatchObject({ code: 1, stderr: said })
  }
  const { code, stdout } = await run(['doctor'], settings)
  expect(stdout).toContain(`FALLA  Base de datos: ${said}`)
  expect(code).toBe(1)
})

test.each([
  ['import', (path: string) => ['import', path]],
  ['documents import', (path: string) => ['documents', 'import', path]],
  ['uf import', (path: string) => ['uf', 'import', path]],
])(
  '%s says of a file that its account cannot open that it cannot, not that it does not exist (§12.1910)',
  async (_command, argumentsFor) => {
    const { command: run, dataDir } = await openMachineWith('empty', onTestFinished)
    // What root cannot open either.
    const path = join(dataDir, 'ventas.zip')
    symlinkSync(path, path)
    expect(await run(argumentsFor(path))).toMatchObject({
      code: 1,
      stderr: `La cuenta que ejecuta carpeta no puede usar ${path} (ELOOP).\n`,
    })
  },
)

test('a full disk of the database is told by import in Spanish (security 12.192)', async () => {
  const { command: run, writeFile, database } = await openMachineWith('empty', onTestFinished)
  await database.pool.query(`
    create function refuse_as_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger full_disk before insert on sales for each row execute function refuse_as_full()`)
  const { code, stderr } = await run(['import', writeFile('export.ndjson', sampleExport())])
  expect(stderr).toBe(
    'No queda espacio en el disco de la base de datos: lo que estaba a medias se deshizo. Libere espacio y repita.\n',
  )
  expect(code).toBe(1)
})

test('a taken port is told before a database is made (security 12.193)', async () => {
  const { command: run, dataDir } = openMachine()
  const blocker = createServer().listen(0, 'localhost')
  await once(blocker, 'listening')
  onTestFinished(() => void blocker.close())
  const { port } = blocker.address() as AddressInfo
  const { code, stderr } = await run(['serve'], { PORT: String(port) })
  expect(stderr).toBe(`El puerto ${port} está ocupado. Libérelo, o indique otro con PORT.\n`)
  expect(code).toBe(1)
  expect(readdirSync(dataDir)).not.toContain('postgres')
})

test('a portal that is older than the database is refused, with the version to run (security 12.24)', async () => {
  const { command: run, database } = await openMachineWith('empty', onTestFinished)
  await exec(
    database.db,
    sql`insert into applied_migrations (name, version) values ('0099_second-factor', '7.10.0')`,
  )
  for (const name of ['serve', 'migrate']) {
    const { code, stderr } = await run([name])
    expect(stderr).toContain('La base de datos tiene la migración «0099_second-factor»')
    expect(stderr).toContain('La aplicó la versión 7.10.0: use esa, o una posterior.')
    expect(code).toBe(2)
  }
})

test('the sample cooperative is refused outside local, before anything starts (security 12.17)', async () => {
  const { command: run, dataDir } = openMachine()
  const { code, stderr } = await run(['sample'], { ENVIRONMENT: 'test' })
  expect(stderr).toBe('La cooperativa de ejemplo solo se carga con ENVIRONMENT=local.\n')
  expect(code).toBe(2)
  expect(readdirSync(dataDir)).not.toContain('postgres')
})
