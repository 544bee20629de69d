import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import { expect, inject, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { prepareDatabase } from '../../src/cli/prepare-database.ts'
import { readConfig, settingNames } from '../../src/config/config.ts'
import { connect } from '../../src/db/client.ts'
import { cloneDatabase, openPortalOn } from '../open-portal.ts'
import { productionSettings, testConfig } from '../test-config.ts'

// There is no engine for containers here: its scripts run, and what only the engine reads is parsed.

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'deploy/docker')
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const dockerfile = DockerfileParser.parse(read('Dockerfile'))
const compose = parse(read('compose.yaml'), { merge: true })
const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  pids_limit?: number
  mem_limit?: string
  secrets?: string[]
  networks: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
}
const services: [string, Service][] = Object.entries(compose.services)

/** The last stage's instructions of this kind. */
function last(keyword: string): Instruction[] {
  const all = dockerfile.getInstructions()
  const from = all.findLastIndex((it) => it.getKeyword() === 'FROM')
  return all.slice(from).filter((it) => it.getKeyword() === keyword)
}

function temporary(): string {
  const made = mkdtempSync(join(tmpdir(), 'carpeta-containers-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('the image runs as the user of Compose, on the pinned Node, and has this version (§12.558, security 12.71)', () => {
  expect(new Set(images)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]))
  expect(last('USER').map((it) => it.getArgumentsContent())).toEqual([compose.services.portal.user])
  expect(services.map(([, { image }]) => image)).toContain(`carpeta-virtual:${version}`)
  expect(read('Dockerfile')).toContain(`image.version="${version}"`)
})

test('the image has the installed release and nothing that installs more (§12.558, security 12.71)', () => {
  const [, installed] = /install-release\.sh \/release (\S+)/.exec(read('Dockerfile')) ?? []
  expect(last('COPY').map((it) => it.getArgumentsContent())).toEqual([
    'deploy/docker/prepare-image.sh /tmp/',
    `${installed} ${installed}`,
  ])
  const [user] = compose.services.portal.user.split(':')
  const [run, ...more] = last('RUN').map((it) => it.getArgumentsContent())
  expect(run).toMatch(new RegExp(`^sh /tmp/prepare-image\\.sh / ${user}( |$)`))
  expect(more).toEqual([])
})

test('the image’s check of its health says whether the portal can serve (§12.558)', async () => {
  const [check] = last('HEALTHCHECK').map((it) => it.getArgumentsContent() ?? '')
  const [command, file = '']: string[] = JSON.parse(/\[.*\]/.exec(check ?? '')?.[0] ?? '[]')
  expect([command, file]).toEqual(['node', expect.stringContaining('/deploy/docker/')])
  const [name] = file.split('/').slice(-1)
  const runs = async (port: number) =>
    promisify(execFile)(process.execPath, [join(folder, name ?? '')], {
      env: { PORT: String(port) },
    }).then(
      () => true,
      () => false,
    )
  const { app, close } = await openPortalOn(await cloneDatabase('sample'))
  onTestFinished(close)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  expect(await runs(port)).toBe(true)
  await app.close()
  expect(await runs(port)).toBe(false)
})

test('every file that the Dockerfile names exists, and its settings are those of production', () => {
  const named = read('Dockerfile').match(/deploy\/docker\/[\w.-]+\.\w+/g) ?? []
  expect(named.length).toBeGreaterThan(4)
  for (const file of named) expect(existsSync(join(root, file)), file).toBe(true)
  const set = Object.fromEntries(
    last('ENV')
      .flatMap((it) => it.getArguments().map((argument) => argument.getValue()))
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  )
  const { NODE_ENV: _, PATH: __, HOME: ___, ...own } = set
  expect(Object.keys(own).filter((name) => !settingNames.includes(name))).toEqual([])
  expect(readConfig({ ...productionSettings, ...own })).toMatchObject({
    environment: 'production',
    port: 8010,
    dataDir: '/var/lib/carpeta-virtual',
  })
})

test('the example settings and the secrets are settings that production accepts (§12.559, security 12.72)', () => {
  const copy = temporary()
  cpSync(folder, copy, { recursive: true })
  execFileSync(join(copy, 'make-secrets.sh'))
  const made = readdirSync(join(copy, 'secrets'))
  const wanted = Object.values<{ file: string }>(compose.secrets).map(({ file }) => file.slice(8))
  expect(made.toSorted()).toEqual(wanted.toSorted())
  expect(statSync(join(copy, 'secrets')).mode & 0o077).toBe(0)
  const env = parseEnv(read('portal.env.example'))
  const printed = execFileSync(join(copy, 'entrypoint.sh'), ['env'], {
    env: { PATH: process.env.PATH, SECRETS_FOLDER: join(copy, 'secrets') },
  })
  const secrets = parseEnv(String(printed))
  const names = [...Object.keys(env), ...made.filter((name) => /^[A-Z_]+$/.test(name))]
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
  const config = readConfig({
    ENVIRONMENT: 'production',
    HOST: '0.0.0.0',
    TRUST_PROXY: 'true',
    ...env,
    ...secrets,
  })
  expect(config.documents).toMatchObject({ kind: 'bucket', bucket: 'documents' })
  expect(config.databaseUrl).toMatch(/^postgres:\/\/carpeta:[0-9a-f]{48}@database\/carpeta$/)
})

test('entrypoint.sh takes no file whose name is not a setting’s, nor an empty one (§12.559)', () => {
  const secrets = temporary()
  writeFileSync(join(secrets, 'SMTP_URL'), 'smtp://mail.example')
  writeFileSync(join(secrets, 'SECRET_KEY'), '')
  writeFileSync(join(secrets, 'bucket-password'), 'x')
  const printed = execFileSync(join(folder, 'entrypoint.sh'), ['env'], {
    env: { PATH: process.env.PATH, SECRETS_FOLDER: secrets },
  })
  expect(parseEnv(String(printed))).toMatchObject({ SMTP_URL: 'smtp://mail.example' })
  expect(String(printed)).not.toMatch(/SECRET_KEY|password/)
})

test('prepare-image.sh removes what installs packages and makes what the user writes (security 12.71)', () => {
  const image = temporary()
  mkdirSync(join(image, 'usr/local/lib/node_modules/npm'), { recursive: true })
  mkdirSync(join(image, 'usr/local/bin'))
  for (const name of ['node', 'npm', 'npx', 'yarn', 'corepack']) {
    writeFileSync(join(image, 'usr/local/bin', name), '')
  }
  execFileSync(join(folder, 'prepare-image.sh'), [image, String(process.getuid?.())])
  expect(readdirSync(join(image, 'usr/local/bin'))).toEqual(['node'])
  expect(readdirSync(join(image, 'usr/local/lib'))).toEqual([])
  expect(statSync(join(image, 'var/lib/carpeta-virtual')).mode & 0o777).toBe(0o700)
})

test.each(services)(
  '%s has what it needs and no more (§12.558, security 12.503)',
  (name, service) => {
    expect(service.image).toMatch(/:v?\d+\.\d+/)
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret)
    for (const network of service.networks) expect(compose.networks).toHaveProperty(network)
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('./')) expect(existsSync(join(folder, source)), source).toBe(true)
      else expect(compose.volumes).toHaveProperty(source)
    }
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const awaited = compose.services[other]
      expect(awaited).toBeDefined()
      if (condition === 'service_healthy') expect(awaited.healthcheck.test).toBeDefined()
    }
    expect(service.security_opt).toContain('no-new-privileges:true')
    expect(service.pids_limit).toBeGreaterThan(0)
    if (name !== 'scanner') expect(service.read_only).toBe(true)
    if (service.image.startsWith('carpeta-virtual:')) {
      expect(service).toMatchObject({
        user: '10001:10001',
        cap_drop: ['ALL'],
        mem_limit: '2g',
        pids_limit: 100,
      })
    }
  },
)

test('only a proxy of the same machine reaches the portal, and nobody the rest (security 12.71)', () => {
  const published = services.flatMap(([name, service]) =>
    'ports' in service ? [[name, service.ports]] : [],
  )
  expect(published).toEqual([['portal', ['127.0.0.1:8011:8010']]])
  for (const name of ['database', 'storage']) {
    const networks: string[] = compose.services[name].networks
    expect(networks.map((network) => compose.networks[network])).toEqual([{ internal: true }])
  }
})

test('scanner, storage and database share no network with each other, and with the portal one each (security 12.504)', () => {
  const others = services.filter(([, { image }]) => !image.startsWith('carpeta-virtual:'))
  expect(others.map(([name]) => name)).toEqual(['database', 'storage', 'scanner'])
  const networks = others.flatMap(([, service]) => service.networks)
  expect(new Set(networks).size).toBe(networks.length)
  const { portal } = compose.services
  expect(portal.networks.toSorted()).toEqual([...networks, 'outside'].toSorted())
})

test('the portal of Compose logs in as a user who is no superuser, and its database is ready for it (security 12.14)', async () => {
  const { database } = compose.services
  expect(database.environment).toMatchObject({ POSTGRES_USER: 'postgres' })
  expect(database.volumes).toContain('./database.sql:/docker-entrypoint-initdb.d/database.sql:ro')
  // Roles belong to the whole server of the tests, whose superuser keeps his password.
  const name = `compose_${randomBytes(6).toString('hex')}`
  const [first = '', second = ''] = read('database.sql')
    .replace(/^--.*\n|^\\set .*\n/gm, '')
    .replace('alter role postgres password null;', '')
    .replaceAll(":'password'", "'clave'")
    .replaceAll('carpeta', name)
    .split(`\\connect ${name}\n`)
  const url = new URL(inject('serverUrl') + name)
  const server = connect(`${inject('serverUrl')}postgres`)
  onTestFinished(async () => {
    await server.pool.query(`drop database if exists ${name}`)
    await server.close()
  })
  for (const statement of first.trim().split('\n')) await server.pool.query(statement)
  const superuser = connect(url.href)
  await superuser.pool.query(second)
  await superuser.close()

  const portalUrl = Object.assign(url, { username: name, password: 'clave' }).href
  const owner = connect(portalUrl)
  const config = testConfig({ DATABASE_URL: portalUrl })
  const running = await prepareDatabase({ ...owner, portalUrl, hasTwoUsers: false }, config)
  const { rows } = await running.pool.query(
    `select current_user as role, rolsuper or rolcreatedb or rolcreaterole as has_rights,
       (select count(*)::int from pg_extension where extname = 'pg_trgm') as extensions
     from pg_roles where rolname = session_user`,
  )
  expect(rows).toEqual([{ role: `${name}_app`, has_rights: false, extensions: 1 }])
  await running.close()
  await owner.close()
})

test('secrets, data and results of a machine do not go into the image (security 12.72)', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const path of ['**/.git', '**/node_modules', '**/data', '/deploy/docker/secrets']) {
    expect(ignored).toContain(path)
  }
})

test('the documented restore starts what it needs, and nothing that makes tables', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const [, names = ''] = /`docker compose up --wait ([\w ]+)`/.exec(operations) ?? []
  const needed = names.split(' ').map((name): Service | undefined => compose.services[name])
  expect(needed.map((service) => service && service.depends_on === undefined)).toEqual([true, true])
  expect(operations).toContain('`docker compose run --rm --no-deps portal carpeta restore`')
})
