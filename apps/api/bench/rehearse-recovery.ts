import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { personas } from '../seeds/personas.ts'
import { accountForPostgres } from '../src/db/database-location.ts'
import { startEmbeddedPostgres } from '../src/db/embedded-postgres.ts'

// Rehearses a recovery to a point in time with PostgreSQL's own means, on the embedded server: the log
// is archived, the files are copied between `pg_backup_start` and `pg_backup_stop`, everything is deleted by
// mistake, and the copy is recovered to the moment before. A member who was erased between that moment and the
// mistake is erased again when the portal starts. `npm run test:long -- recovery`

const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carpeta-recovery-'))
chmodSync(folder, 0o755)
const [first, second] = [join(folder, 'first'), join(folder, 'second')]
const [archive, base, backups] = ['archive', 'base', 'backups'].map((name) =>
  join(folder, name),
) as [string, string, string]
const POLL_MS = 100

try {
  for (const made of [first, second, archive]) mkdirSync(made)
  const account = accountForPostgres()
  if (account) chownSync(archive, account.uid, account.gid)
  runCarpeta(first, ['sample'])

  await withServer(first, 'postgres', async (client) => {
    await client.query(`alter system set archive_mode = on`)
    await client.query(`alter system set archive_command = 'cp %p ${archive}/%f'`)
  })
  const { moment, users } = await withServer(first, 'carpeta', async (client) => {
    await copyFiles(client)
    await client.query(`update users set first_name = 'Rosa Amelia' where first_name = 'Rosa'`)
    const { rows } = await client.query(
      `select clock_timestamp()::text as moment, count(*)::int as users from users`,
    )
    await delay(POLL_MS)
    return rows[0]
  })
  runCarpeta(first, ['erase-member', '--rut', personas.rosa.rut, '--force'])
  await withServer(first, 'carpeta', async (client) => {
    await client.query(`update users set first_name = 'Nadie', email = '' where erased_at is null`)
    await archiveAll(client)
  })

  cpSync(join(first, 'postgres', 'password'), join(second, 'postgres', 'password'))
  const cluster = join(second, 'postgres', 'cluster')
  copyOwned(base, cluster)
  appendFileSync(
    join(cluster, 'postgresql.auto.conf'),
    `archive_mode = off
restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${moment}'
recovery_target_action = 'promote'
`,
  )
  writeOwned(join(cluster, 'recovery.signal'), '')
  await withServer(second, 'carpeta', async (client) => {
    await until(async () => {
      const { rows } = await client.query('select pg_is_in_recovery() as recovers')
      return !rows[0].recovers
    })
    const { rows } = await client.query(
      `select count(*)::int as users, count(*) filter (where first_name = 'Rosa Amelia')::int as late,
        count(*) filter (where first_name = 'Nadie')::int as lost from users`,
    )
    const { users: found, late, lost } = rows[0]
    if (found !== users || late !== 1 || lost !== 0) {
      throw new Error(`not the state of ${moment}: ${JSON.stringify(rows[0])}`)
    }
  })
  runCarpeta(second, ['end-access'])
  await startOnce(second)
  await withServer(second, 'carpeta', async (client) => {
    const { rowCount } = await client.query('select from users where rut = $1', [personas.rosa.rut])
    if (rowCount !== 0) throw new Error('who was erased after the moment is back')
  })
  runCarpeta(second, ['audit', 'verify'])
  console.log(`Recovered to ${moment}: ${users} users, the last change before it, none after it.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A base backup without `pg_basebackup`: a copy of the files of a running server. */
async function copyFiles(client: pg.Client): Promise<void> {
  await client.query(`select pg_backup_start('rehearsal', fast => true)`)
  copyOwned(join(first, 'postgres', 'cluster'), base)
  const { rows } = await client.query('select labelfile, spcmapfile from pg_backup_stop()')
  for (const left of ['postmaster.pid', 'postmaster.opts'])
    rmSync(join(base, left), { force: true })
  rmSync(join(base, 'pg_wal'), { recursive: true })
  mkdirOwned(join(base, 'pg_wal'))
  writeOwned(join(base, 'backup_label'), rows[0].labelfile)
}

/** Ends the present segment of the log and waits until it is archived. */
async function archiveAll(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select pg_walfile_name(pg_switch_wal()) as last`)
  const { last } = rows[0]
  await until(async () => {
    const { rows } = await client.query(
      'select last_archived_wal >= $1 as is_archived from pg_stat_archiver',
      [last],
    )
    return rows[0].is_archived === true
  })
}

async function withServer<Result>(
  dataDir: string,
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbeddedPostgres(dataDir)
  const client = new pg.Client(server.url(database))
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await server.stop()
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await delay(POLL_MS)
}

/** Also as root the files belong to the account of PostgreSQL. */
function copyOwned(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  // A file that the running server removed meanwhile is in the log.
  if (status !== 0 && !/No such file/.test(stderr)) throw new Error(stderr)
}

function writeOwned(path: string, content: string): void {
  writeFileSync(path, content, { mode: 0o600 })
  giveAway(path)
}

function mkdirOwned(path: string): void {
  mkdirSync(path, { mode: 0o700 })
  giveAway(path)
}

function giveAway(path: string): void {
  const account = accountForPostgres()
  if (account) chownSync(path, account.uid, account.gid)
}

function runCarpeta(dataDir: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [carpeta, ...args], {
    encoding: 'utf8',
    env: envOf(dataDir),
  })
  if (status !== 0) throw new Error(`carpeta ${args.join(' ')}: ${stdout}${stderr}`)
}

/** Starts a worker, which prepares the installation as the portal does, and stops it once it is ready. */
async function startOnce(dataDir: string): Promise<void> {
  const child = spawn(process.execPath, [carpeta, 'worker'], { env: envOf(dataDir) })
  const ended = once(child, 'close')
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  child.stdout.on('data', (chunk) => {
    if (String(chunk).includes('Ctrl-C')) child.kill('SIGTERM')
  })
  const [code] = await ended
  if (code !== 0) throw new Error(`carpeta worker: ${said}`)
  console.log(said.trim())
}

function envOf(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ENVIRONMENT: 'local',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    BACKUP_URL: backups,
    SECRET_KEY: 'a-key-for-this-rehearsal-only-0123456789',
  }
}
