import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMachine, openMachineWith } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { exampleFolder } from '../../test/mariadb/fill-example.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { databaseOf110 } from '../../test/releases/version-1.1.0.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { startClamd } from '../../test/stand-ins/clamd.ts'
import { startPooler } from '../../test/stand-ins/pooler.ts'
import { productionSettings, testConfig } from '../../test/test-config.ts'
import { chainPendingEntries } from '../audit/chain.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { exec, sql } from '../db/query.ts'

const production = { ...productionSettings, HOST: '127.0.0.1', TRUST_PROXY: 'true' }

test('carpeta doctor says in a line for each what is in order (§12.92, §12.147, §12.505, §12.521, §12.556)', async ({
  onTestFinished,
}) => {
  const { database, dataDir, doctor } = await openInstallation(onTestFinished)
  const [mail, clamd] = [await openMailServer({ hasStartTls: true }), await startClamd()]
  onTestFinished(() => mail.close())
  writeFileSync(join(dataDir, 'carpeta-2020-11-22T024000Z.tar.gz.age'), '')
  const { code, stdout, stderr } = await doctor({
    ...production,
    DATABASE_URL: String(database.pool.options.connectionString),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls.rejectUnauthorized=false`,
    CLAMD_URL: clamd.url,
    BACKUP_URL: dataDir,
  })
  expect(stderr).toBe('')
  expect(stdout.split('\n')).toEqual([
    `OK     Ajustes: ENVIRONMENT=production, versión ${PORTAL_VERSION}.`,
    'OK     Dirección: https://portal.cooperativa.example',
    'OK     Proxy: se confía en quien se conecta, un proxy.',
    'OK     Clave secreta: una.',
    expect.stringMatching(/^(?:OK {3}|AVISO) {2}Disco: quedan \d+,\d GB en /),
    'OK     Lugar de la base: DATABASE_URL.',
    expect.stringMatching(
      /^AVISO {2}Base de datos: PostgreSQL \d+\.\d+, con una cuenta de superusuario/,
    ),
    'OK     Conexiones: cada proceso abre hasta 27, corren 0 y el servidor admite 197.',
    'OK     Esquema: al día.',
    'OK     Rol de la base: el portal corre como postgres_app.',
    'OK     Reloj: el mismo que el de la base de datos.',
    'AVISO  Procesos: no corre ninguno.',
    'OK     Trabajos: al día.',
    'AVISO  Bitácora: sin anclajes (AUDIT_ANCHOR_URL): no se nota si le cortan el final.',
    'OK     Cadena: al día.',
    'OK     Revisión: la bitácora entera no se ha revisado («carpeta audit verify»).',
    `AVISO  Correo: 127.0.0.1:${mail.port} responde, pero SMTP_URL acepta cualquier certificado (tls.rejectUnauthorized=false).`,
    `OK     Documentos: se guardan en ${join(dataDir, 'documents')}.`,
    `OK     Antivirus: ${new URL(clamd.url).host} responde, también con un documento del mayor tamaño.`,
    `AVISO  Respaldo: el último en ${dataDir} es del 21-11-2020 23:40.`,
    'AVISO  Ensayo: nunca se ensayó reponer un respaldo (carpeta restore --rehearse).',
    `OK     Borrados: la base conoce todos los que están anotados en ${dataDir}.`,
    expect.stringMatching(/^AVISO {2}UF: falta el valor de hoy, .* \(carpeta uf import ARCHIVO/),
    'OK     Pagos en línea: no se ofrecen (ONLINE_PAYMENTS).',
    'OK     Contabilidad: las cargas llegan en archivos.',
    'AVISO  Cargas: todavía no se carga nada de contabilidad.',
    'OK     Segundo factor: lo tienen todas las cuentas del personal.',
    '',
  ])
  expect(mail.received).toHaveLength(0)
  expect(code).toBe(0)
})

test('each failure of an installation is a line of its own, without passwords, and the exit code is 1 (§12.92, §12.579)', async ({
  onTestFinished,
}) => {
  const { database, dataDir, doctor } = await openInstallation(onTestFinished)
  await exec(
    database.db,
    sql`insert into applied_migrations (name, version) values ('0099_second-factor', '7.10.0')`,
  )
  const mail = await openMailServer()
  onTestFinished(() => mail.close())
  writeFileSync(join(dataDir, 'documents'), 'a file, not a folder')
  writeFileSync(join(dataDir, 'anchors'), 'a file, not a folder')
  const { code, stdout } = await doctor({
    ...production,
    DATABASE_CALL_CONNECTIONS: '300',
    PUBLIC_URL: 'http://portal.cooperativa.example',
    ALLOW_HTTP: 'true',
    TRUST_PROXY: 'false',
    DATABASE_URL: String(database.pool.options.connectionString),
    SMTP_URL: `smtp://portal:S3creta@127.0.0.1:${mail.port}`,
    CLAMD_URL: `tcp://127.0.0.1:${await freePort()}`,
    AUDIT_ANCHOR_URL: `file:${join(dataDir, 'anchors')}`,
    ACCOUNTING_URL: `mysql://lectura:S3creta@127.0.0.1:${await freePort()}/erp`,
    ACCOUNTING_QUERIES: exampleFolder,
  })
  const lines = stdout.split('\n')
  for (const line of [
    /^AVISO {2}Dirección: http:\/\/portal\.cooperativa\.example no es https/,
    /^AVISO {2}Proxy: ninguno \(TRUST_PROXY\)/,
    /^AVISO {2}Conexiones: cada proceso abre hasta 317, corren 0 y el servidor admite 197: suba/,
    /^FALLA {2}Esquema: La base de datos tiene la migración «0099_second-factor»/,
    /^FALLA {2}Correo: 127\.0\.0\.1:\d+: .*STARTTLS/,
    /^FALLA {2}Documentos: no se puede guardar en .*documents \(/,
    /^FALLA {2}Bitácora: no se puede anclar en .*anchors \(/,
    /^FALLA {2}Antivirus: 127\.0\.0\.1:\d+ no revisa/,
    /^FALLA {2}Contabilidad: No se pudo leer mysql:\/\/lectura@127\.0\.0\.1:\d+\/erp: nadie responde/,
  ]) {
    expect(lines).toContainEqual(expect.stringMatching(line))
  }
  expect(stdout).not.toContain('S3creta')
  expect(code).toBe(1)
})

test('a database that does not answer and settings that are refused are failures too (§12.521, security 12.27)', async () => {
  const { command } = openMachine()
  const port = await freePort()
  const down = await command(['doctor'], {
    DATABASE_URL: `postgres://portal:S3creta@localhost:${port}/carpeta`,
  })
  expect(down.stdout).toMatch(/^FALLA {2}Base de datos: .*localhost:\d+ no responde/m)
  expect(down.stdout).toMatch(/^FALLA {2}Esquema: /m)
  expect(down.stdout).toMatch(/^AVISO {2}Antivirus: ninguno/m)
  expect(down.stdout).toMatch(/^AVISO {2}Respaldo: sin BACKUP_URL/m)
  expect(down.stdout).not.toContain('S3creta')
  expect(down.code).toBe(1)

  const refused = await command(['doctor'], { ENVIROMENT: 'production' })
  expect(refused.stdout).toBe(
    'FALLA  Ajustes: La variable ENVIROMENT no existe: ¿quiso decir ENVIRONMENT? Corríjala, o quítela del entorno.\n',
  )
  expect(refused.code).toBe(1)
})

test('an old load and staff without a second factor are told, and a test email is sent (§12.505)', async ({
  onTestFinished,
}) => {
  const database = await cloneDatabase('sample')
  onTestFinished(database.close)
  await exec(
    database.db,
    sql`update loads set is_sample = false, cutoff = '2020-01-02T12:00:00-03:00'`,
  )
  // The database is as old as the whole run, and nothing has chained what its making recorded.
  await chainPendingEntries(database.db, testConfig().secretKeys)
  const mail = await openMailServer({
    refuses: (address) =>
      address.startsWith('nadie') ? { code: 550, message: 'No such user' } : undefined,
  })
  onTestFinished(() => mail.close())
  const { command } = openMachine()
  const env = {
    DATABASE_URL: String(database.pool.options.connectionString),
    SMTP_URL: mail.url,
  }
  const sent = await command(['doctor', '--mail-to', 'ana@correo.example'], env)
  expect(sent.stdout).toMatch(/^AVISO {2}Cargas: la última es del corte 02-01-2020 12:00: a los/m)
  expect(sent.stdout).toMatch(/^AVISO {2}Segundo factor: le falta a (\d+) de \1 cuentas/m)
  expect(sent.stdout).toMatch(/^OK {5}Correo de prueba: El servidor de correo aceptó/m)
  expect(mail.received.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    ['ana@correo.example', 'Correo de prueba de la Carpeta Virtual'],
  ])
  expect(sent.code).toBe(0)

  const refused = await command(['doctor', '--mail-to', 'nadie@correo.example'], env)
  expect(refused.stdout).toMatch(/^FALLA {2}Correo de prueba: El servidor de correo rechazó/m)
  expect(refused.code).toBe(1)
})

test('of a database of version 1.1.0 the doctor says that it is one, and nothing of what is in it (§12.1033)', async () => {
  const database = await databaseOf110()
  const { command } = openMachine()
  const { code, stdout } = await command(['doctor'], {
    DATABASE_URL: String(database.pool.options.connectionString),
    BACKUP_URL: mkdtempSync(join(tmpdir(), 'carpeta-backups-')),
  })
  expect(stdout).toMatch(
    /^AVISO {2}Esquema: es de una versión anterior \(faltan \d+ migraciones\): la actualiza carpeta migrate, o el próximo arranque, y lo que hay en ella se revisa después\.$/m,
  )
  expect(stdout).not.toMatch(/^.{7}(Cadena|Borrados|UF|Cargas|Segundo factor): /m)
  expect(stdout).not.toContain('todavía no hay')
  // There is no backup either.
  expect(code).toBe(1)
})

test('behind a pooler that drops the role and the limits of a connection the doctor says so (security 12.232)', async ({
  onTestFinished,
}) => {
  const { database, doctor } = await openInstallation(onTestFinished)
  const direct = String(database.pool.options.connectionString)
  const DATABASE_URL = await startPooler(direct)
  const { stdout } = await doctor({ DATABASE_URL })
  expect(stdout).toMatch(
    /^AVISO {2}Rol de la base: el portal corre como dueño de sus tablas, porque no toma postgres_app: .*ignore_startup_parameters/m,
  )

  await exec(database.db, sql`create role pooled login superuser password 'pooled'`)
  onTestFinished(async () => void (await exec(database.db, sql`drop role pooled`)))
  const pooled = Object.assign(new URL(DATABASE_URL), {
    username: 'pooled',
    password: 'pooled',
  }).href
  const two = await doctor({ DATABASE_URL: pooled, DATABASE_OWNER_URL: direct })
  expect(two.stdout).toMatch(
    /^AVISO {2}Rol de la base: el portal corre como pooled, sin los límites de tiempo de sus consultas: .*ignore_startup_parameters/m,
  )
})

test('with two database addresses the doctor tries both', async ({ onTestFinished }) => {
  const { database, doctor } = await openInstallation(onTestFinished)
  const DATABASE_OWNER_URL = String(database.pool.options.connectionString)
  const unknown = Object.assign(new URL(DATABASE_OWNER_URL), { username: 'nadie' }).href
  for (const [DATABASE_URL, line] of [
    [unknown, /^FALLA {2}Rol de la base: .*nadie/m],
    [DATABASE_OWNER_URL, /^FALLA {2}Rol de la base: DATABASE_URL y DATABASE_OWNER_URL tienen el/m],
  ] as const) {
    const { code, stdout } = await doctor({ DATABASE_URL, DATABASE_OWNER_URL })
    expect(stdout).toMatch(line)
    expect(stdout).toMatch(/^OK {5}Base de datos: PostgreSQL|^AVISO {2}Base de datos: PostgreSQL/m)
    expect(code).toBe(1)
  }
})

test('before the first start there is no database, and the doctor makes none (§12.92)', async () => {
  const { command, dataDir } = openMachine()
  const { code, stdout } = await command(['doctor'])
  expect(stdout).toContain(`el primer arranque la crea en ${join(dataDir, 'postgres')}`)
  expect(code).toBe(0)
  expect(readdirSync(dataDir)).not.toContain('postgres')
})

/** A database, and the doctor of a machine that uses it. */
async function openInstallation(atEnd: (work: () => Promise<void>) => void) {
  const { database } = await openMachineWith('empty', atEnd)
  const { dataDir, command } = openMachine({ atEnd })
  return { database, dataDir, doctor: (env: Record<string, string>) => command(['doctor'], env) }
}
