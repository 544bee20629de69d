// Plain JavaScript, since it runs before the installation, on Node 20 or newer.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

/** The pinned Node 24 and the installed tools come first, also for child processes. */
export const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
export const node = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node')

/** Runs `npm ci` unless the installation matches the lock file. */
export function install() {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const hash = lock.digest('hex')
  const stamp = join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (existsSync(node) && isInstalled(root)) {
    writeFileSync(stamp, hash)
    return
  }
  console.log('Instalando dependencias (npm ci)…')
  const options = ['--no-audit', '--no-fund', '--loglevel=error']
  // An older npm does not know the list of allowed install scripts, and runs them all.
  run('npm', ['ci', '--include=dev', '--ignore-scripts', ...options], process.env)
  run('npm', ['rebuild', ...packagesWithAllowedScripts(), ...options], process.env)
  writeFileSync(stamp, hash)
}

/** Whether a person's own `npm ci` has installed what the lock file says; npm records what it installed. */
export function isInstalled(folder) {
  const record = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
  const installed = packagesOf(record)
  const locked = Object.entries(packagesOf(join(folder, 'package-lock.json')))
  return locked.every(([path, { version, link, optional }]) => {
    // The repository itself and its workspaces; and packages of other platforms.
    if (!path.includes('node_modules/') || link || (optional && !installed[path])) return true
    return installed[path]?.version === version
  })
}

/** Those of `allowScripts` in package.json that this platform has. */
function packagesWithAllowedScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(allowScripts)
    .filter((name) => allowScripts[name])
    .filter((name) => existsSync(join(root, 'node_modules', name)))
}

/** Builds the web when a source is newer than the last build. */
export function buildWeb() {
  if (isWebBuilt()) return
  console.log('Construyendo la web (npm run build)…')
  run('npm', ['run', 'build', '--silent'])
}

export function isWebBuilt() {
  const built = join(root, 'apps/web/dist/index.html')
  const sources = ['apps/web', 'packages', 'package-lock.json'].map((path) => join(root, path))
  return existsSync(built) && statSync(built).mtimeMs > Math.max(...sources.map(newest))
}

function newest(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path).filter((name) => !['dist', 'node_modules'].includes(name))
  return Math.max(0, ...inside.map((name) => newest(join(path, name))))
}

/** Runs a command to its end. A failure ends this process with the same code. */
export function run(command, args, environment = env) {
  const { status } = spawnSync(command, args, { cwd: root, env: environment, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Runs a program until it ends or this process gets a signal; then exits with its code. */
export function runUntilStopped(command, args, environment = env) {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit' })
  // Ctrl-C reaches the child directly: this process waits for it to end.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // npm does not pass SIGTERM on: a new parent process shows that npm has ended.
  const parent = process.ppid
  const watch = setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500)
  watch.unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 0 : 1)))
}

/**
 * The path of the system's Chromium, installed if necessary; '' for Playwright's own. Debian's shell is the
 * same browser without its windows, and needs two thirds of the processor.
 */
export function findBrowser() {
  const shell = '/usr/bin/chromium-headless-shell'
  const others = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (!existsSync(shell)) installFromDebian(['Chromium'], ['chromium-headless-shell'])
  if (!existsSync(shell) && !others.some((path) => existsSync(path)))
    installFromDebian(['Chromium'], ['chromium'])
  const found = [shell, ...others].find((path) => existsSync(path))
  if (found) return found
  console.log('Descargando Chromium (playwright install)…')
  const download = spawnSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, env })
  if (download.status === 0) return ''
  console.error(
    'No hay un Chromium y no se pudo instalar. Instale «chromium» con el gestor de paquetes del sistema, o indique uno con CHROMIUM_PATH.',
  )
  process.exit(1)
}

/**
 * The paths of the servers that tests start, by variable; installed if necessary, and '' where they cannot
 * be: their tests then fail and say so.
 */
export function findServers() {
  const missing = servers.filter((server) => !pathOf(server))
  if (missing.length > 0)
    installFromDebian(
      missing.map(({ name }) => name),
      ['--no-install-recommends', ...missing.map(({ debian }) => debian)],
    )
  return Object.fromEntries(
    servers.map((server) => {
      const { variable, name, debian } = server
      const path = pathOf(server)
      if (!path)
        console.error(
          `No hay un ${name} y no se pudo instalar: las pruebas que lo usan fallarán. Instale «${debian}» con el gestor de paquetes del sistema, o indique el programa con ${variable}.`,
        )
      return [variable, path ?? '']
    }),
  )
}

const servers = [
  {
    variable: 'MARIADB_PATH',
    name: 'MariaDB',
    paths: ['/usr/sbin/mariadbd', '/usr/libexec/mariadbd'],
    debian: 'mariadb-server-core',
  },
  {
    variable: 'NGINX_PATH',
    name: 'nginx',
    paths: ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'],
    debian: 'nginx',
  },
  {
    variable: 'PROMTOOL_PATH',
    name: 'promtool',
    paths: ['/usr/bin/promtool', '/usr/local/bin/promtool', '/opt/homebrew/bin/promtool'],
    debian: 'prometheus',
  },
  {
    variable: 'CLAMD_PATH',
    name: 'ClamAV',
    paths: ['/usr/sbin/clamd', '/opt/homebrew/sbin/clamd'],
    debian: 'clamav-daemon',
  },
  {
    variable: 'SWIFT_PYTHON',
    name: 'OpenStack Swift',
    paths: ['/usr/bin/python3'],
    module: '/usr/lib/python3/dist-packages/swift/proxy',
    debian: 'python3-swift',
  },
]

function pathOf({ variable, paths, module }) {
  if (process.env[variable]) return process.env[variable]
  if (module && !existsSync(module)) return undefined
  return paths.find((path) => existsSync(path))
}

let listIsFresh = false

function installFromDebian(names, args) {
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) return
  console.log(`Instalando ${names.join(', ')} (apt-get)…`)
  if (!listIsFresh) spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  listIsFresh = true
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['install', '-y', '-qq', ...args], options)
}

function succeeds(command, args) {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
