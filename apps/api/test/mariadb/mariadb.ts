import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection } from 'mysql2/promise'
import { freePort } from '../free-port.ts'
import { addChile } from './add-chile.ts'

/** The user with which the portal reads, and the password. */
export const READER = 'lectura'
export const READER_PASSWORD = 'S3creta@%/'

export interface MariaDb {
  port: number
  /** The address of a database for the user `lectura`, without the password. */
  address: (database?: string) => string
  /** The certificate of the server's own authority. */
  ca: string
  /** The connection of the owner of the databases. */
  owner: Connection
  stop: () => Promise<void>
}

const DATABASE = 'erp'
const programs = [process.env.MARIADB_PATH, '/usr/sbin/mariadbd', '/usr/libexec/mariadbd']
const shares = ['/usr/share/mysql', '/usr/share/mariadb']
const systemTables = [
  'mysql_system_tables.sql',
  'mysql_performance_tables.sql',
  'mysql_system_tables_data.sql',
]
const START_ATTEMPTS = 300

/**
 * A MariaDB of its own in a temporary folder, with TLS, an empty database and a user who may only read it.
 * @param knowsChile whether it has Chile's time zone, as a server with all tables has
 * @param machineZone the time zone of its machine, as libc names it
 */
export async function startMariaDb({
  knowsChile = true,
  machineZone = 'UTC',
} = {}): Promise<MariaDb> {
  const program = programs.find((path) => path && existsSync(path))
  const share = shares.find((path) => existsSync(join(path, 'mysql_system_tables.sql')))
  if (!program || !share) {
    throw new Error(
      'No hay un MariaDB para esta prueba. Instale «mariadb-server-core» con el gestor de paquetes del sistema, o indique un mariadbd con MARIADB_PATH.',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-mariadb-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  const options = ['--no-defaults', `--datadir=${data}`, '--innodb-log-file-size=4M']
  if (process.getuid?.() === 0) options.push('--user=root')
  const statements = systemTables.map((name) => readFileSync(join(share, name), 'utf8'))
  execFileSync(program, [...options, '--bootstrap', '--skip-networking'], {
    input: ['create database mysql;', 'use mysql;', ...statements].join('\n'),
    stdio: ['pipe', 'ignore', 'pipe'],
  })

  makeCertificate(folder)
  const [port, socketPath] = [await freePort(), join(folder, 'socket')]
  const server = spawn(
    program,
    [
      ...options,
      `--socket=${socketPath}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--pid-file=${join(folder, 'pid')}`,
      `--ssl-cert=${join(folder, 'cert.pem')}`,
      `--ssl-key=${join(folder, 'key.pem')}`,
    ],
    { stdio: 'ignore', env: { ...process.env, TZ: machineZone } },
  )
  const ended = new Promise<void>((done) => server.on('exit', () => done()))
  const owner = await connectWhenReady(socketPath)
  await owner.query(`create database ${DATABASE} character set latin1`)
  await owner.query(`create user ${READER}@'%' identified by '${READER_PASSWORD}'`)
  await owner.query(`grant select on ${DATABASE}.* to ${READER}@'%'`)
  await owner.query(`use ${DATABASE}`)
  if (knowsChile) await addChile(owner)
  return {
    port,
    address: (database = DATABASE) => `mysql://${READER}@127.0.0.1:${port}/${database}`,
    ca: join(folder, 'cert.pem'),
    owner,
    stop: async () => {
      owner.destroy()
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function connectWhenReady(socketPath: string): Promise<Connection> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await createConnection({ socketPath, user: 'root', multipleStatements: true })
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error
      await new Promise((retry) => setTimeout(retry, 100))
    }
  }
}

function makeCertificate(folder: string): void {
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files], {
    stdio: 'ignore',
  })
}
