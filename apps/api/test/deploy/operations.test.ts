import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checksOf } from '../../src/cli/doctor.ts'
import { settingNames } from '../../src/config/config.ts'
import { openMachine } from '../carpeta-process.ts'

const file = fileURLToPath(new URL('../../../../docs/operations.md', import.meta.url))
const text = readFileSync(file, 'utf8')
const guide = readFileSync(
  fileURLToPath(new URL('../../../../docs/guia-de-operacion.md', import.meta.url)),
  'utf8',
)
const settingsExample = readFileSync(
  fileURLToPath(new URL('../../../../deploy/debian/settings', import.meta.url)),
  'utf8',
)
const shell = [...text.matchAll(/^ *```sh\n(?<code>.*?)^ *```/gms)].map(({ groups }) =>
  String(groups?.code),
)
const inline = [...`${text}\n${guide}`.matchAll(/`(?<code>carpeta [^`]+)`/g)].map(({ groups }) =>
  String(groups?.code).replaceAll('\n', ' '),
)

/** As GitHub links to the headings. */
const headingLinks = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
  String(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-'),
)

/** Calls of `carpeta`: the words of the command, and its options. */
const calls = [...shell.flatMap((code) => code.split(/\n|&&|;|\|/)), ...inline]
  .map(
    (line) => /(?:^|\s)carpeta((?: [^#>]+)?)/.exec(line.replace(/["'][^"']*["']/g, 'VALUE'))?.[1],
  )
  .filter((words) => words !== undefined)
  .map((words) => words.trim().split(/\s+/))
  .map((words) => ({
    command: words.slice(0, firstOther(words)),
    files: words.filter((word) => /\.(?:csv|ndjson|txt)$/.test(word)),
    options: words.filter((word) => /^--[a-z-]+$/.test(word)),
  }))
  .filter(({ command }) => command.length > 0)

/** `uf`, `audit` and `import-token` have commands of their own. */
function firstOther(words: string[]): number {
  if (!/^[a-z][a-z-]+$/.test(words[0] ?? '')) return 0
  return ['uf', 'audit', 'import-token'].includes(words[0] ?? '') ? 2 : 1
}

test('every command and option in docs/operations.md exists (§12.561)', async () => {
  const commands = new Map(calls.map(({ command }) => [command.join(' '), command]))
  expect(commands.size).toBeGreaterThan(15)
  const machine = openMachine()
  const helps = await Promise.all(
    [...commands].map(async ([name, command]) => {
      const { code, stdout } = await machine.command([...command, '--help'])
      expect([name, code]).toEqual([name, 0])
      return [name, stdout] as const
    }),
  )
  const help = new Map(helps)
  const unknown = calls.flatMap(({ command, options }) =>
    options
      .filter((option) => !help.get(command.join(' '))?.includes(`${option} `))
      .filter((option) => option !== '--help')
      .map((option) => `${command.join(' ')} ${option}`),
  )
  expect(unknown).toEqual([])
}, 120_000)

test('every setting has a row in docs/operations.md, and every row is a setting (§12.561)', () => {
  const table = text.slice(text.indexOf('\n## Settings'), text.indexOf('\n## Sizing'))
  const rows = [...table.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(
    ([, names]) => names?.match(/[A-Z][A-Z_]+/g) ?? [],
  )
  expect(rows.toSorted()).toEqual([...settingNames].toSorted())
})

test('every assignment in its commands is a setting', () => {
  const assigned = shell.flatMap((code) =>
    [...code.matchAll(/(?:^|[\s^|])([A-Z][A-Z_]{3,})=/gm)].map(([, name]) => name ?? ''),
  )
  // The standard variables of OpenTelemetry are its own.
  const others = ['PATH', 'CARPETA_SETTINGS', 'OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_ENDPOINT']
  expect(assigned.filter((name) => !settingNames.includes(name) && !others.includes(name))).toEqual(
    [],
  )
})

test('its commands name files that the account of the portal can read, from whatever folder (§12.561)', () => {
  const files = calls.flatMap((call) => call.files)
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((path) => !/^\/(?:srv|var\/lib\/carpeta-virtual)\//.test(path))).toEqual([])
})

test('the folders of its settings are those that the units may write', () => {
  const folders = text.match(/(?<==|`)file:\/[\w/-]+/g) ?? []
  expect(folders.length).toBeGreaterThan(0)
  expect(folders.filter((url) => !url.startsWith('file:/var/lib/carpeta-virtual/'))).toEqual([])
})

test('every path of the release that it names is in the repository', () => {
  const paths = text.match(/(?<=\$release\/)deploy\/[\w./-]+\w/g) ?? []
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) {
    expect(() =>
      readFileSync(fileURLToPath(new URL(`../../../../${path}`, import.meta.url))),
    ).not.toThrow(/ENOENT/)
  }
})

test('Iván meets the doctor’s lines that the installation announces: the scanner answers before, and anchors are his choice', () => {
  const [, ...steps] = text.slice(0, text.indexOf('\n### To try it first')).split(/^\*\*\d+\. /m)
  const examined = steps.findIndex((step) => step.includes('\ncarpeta doctor'))
  const listening = steps.findIndex((step) =>
    step.includes('systemctl restart clamav-daemon.socket'),
  )
  expect(listening).toBe(0)
  expect(examined).toBeGreaterThan(listening)
  for (const step of [steps[examined], steps.at(-1)]) expect(step).toContain("'Bitácora'")
  expect(settingsExample).toMatch(/^#AUDIT_ANCHOR_URL=/m)
})

test('the upgrade from 1.1.0 copies again what operators have copied and 2.0.0 has changed', () => {
  const upgrade = text.slice(text.indexOf('\n### From 1.1.0'), text.indexOf('\n## Downgrade'))
  for (const path of ['debian/carpeta', 'nginx/carpeta.conf', 'prometheus/alerts.yml']) {
    expect(upgrade).toContain(`deploy/${path}`)
  }
})

test('it names this version, and the Node that this version is tested with', () => {
  const { version, dependencies } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../../../package.json', import.meta.url)), 'utf8'),
  )
  expect(new Set(text.match(/(?<=carpeta-virtual-)\d[\d.]*\d/g))).toEqual(new Set([version]))
  expect(new Set(text.match(/(?<=node-linux-\$arch@)[\d.]+/g))).toEqual(
    new Set([dependencies.node]),
  )
})

const lines = shell.flatMap((code) => code.split('\n'))

test('its commands run no script of a package as root (security 12.500)', () => {
  const installs = lines.filter((line) => /npm install .*--prefix \/opt/.test(line))
  expect(installs.length).toBeGreaterThan(0)
  for (const line of installs) expect(line).toContain(' --ignore-scripts ')
})

test('its commands of other accounts have a terminal of their own (security 12.501)', () => {
  const ofOthers = lines.filter((line) => /\b(?:runuser|su|sudo) /.test(line))
  expect(ofOthers.length).toBeGreaterThan(5)
  for (const line of ofOthers) expect(line).toMatch(/^\s*runuser --pty -u /)
})

test('its backups are in one folder, the one that units and settings name (§12.1034)', () => {
  const folders = shell.flatMap(
    (code) => code.match(/(?<![\w/])\/(?!\/)[\w/.-]*backups[\w/.-]*/g) ?? [],
  )
  expect(new Set(folders)).toEqual(new Set(['/var/backups/carpeta-virtual']))
})

test('Debian’s npm is installed only where there is none: NodeSource’s nodejs refuses it (§12.1034)', () => {
  const installs = shell
    .flatMap((code) => code.split('\n'))
    .filter((line) => /apt-get install.* npm\b/.test(line))
  expect(installs.length).toBeGreaterThan(0)
  for (const line of installs) expect(line).toMatch(/^command -v npm \|\| /)
})

test('the guide in Spanish names lines of the doctor as it writes them, and headings of this page (§12.1039)', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| «'))
  const names = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/«([^»]+)»/g)].map(([, name]) => name),
  )
  expect(names.length).toBeGreaterThan(10)
  const said = ['Ajustes', ...checksOf(async () => null).map(({ name }) => name)]
  expect(names.filter((name) => !said.includes(String(name)))).toEqual([])
  const links = [...guide.matchAll(/operations\.md#([^)]+)\)/g)].map(([, link]) => link)
  expect(links.filter((link) => !headingLinks.includes(String(link)))).toEqual([])
})

test('every link within it leads to a heading', () => {
  const links = [...text.matchAll(/\]\(#([^)]+)\)/g)].map(([, link]) => String(link))
  expect(links.filter((link) => !headingLinks.includes(link))).toEqual([])
})

test('every screen that it names is one of the web', () => {
  const routes = readFileSync(
    fileURLToPath(new URL('../../../web/src/routes.tsx', import.meta.url)),
    'utf8',
  )
  const screens = [...text.matchAll(/(?:screen|[Oo]n|from|of|page in) `(\/[a-z-]+)`/g)].map(
    ([, path]) => path,
  )
  expect(screens.length).toBeGreaterThan(5)
  expect(screens.filter((path) => !routes.includes(`path: '${path}'`))).toEqual([])
})
