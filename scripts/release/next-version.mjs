// `npm run next-version -- 1.2.0` ends the work on the version of package.json: it records the
// statements of that version, which the next one's schema must still run, and sets the next version.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, install, root, run } from '../prepare.mjs'
import { renameVersion } from './rename-version.mjs'

/** What an operator copies names the version. */
const NAMING_FILES = [
  'deploy/docker/Dockerfile',
  'deploy/docker/compose.yaml',
  'docs/operations.md',
  'README.md',
]

const [next = ''] = process.argv.slice(2)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const isLater = next.localeCompare(version, 'en', { numeric: true }) > 0
if (!/^\d+\.\d+\.\d+$/.test(next) || !isLater) {
  console.error(`Indique la versión que sigue a ${version}: npm run next-version -- 1.2.0`)
  process.exit(2)
}

install()
const folder = mkdtempSync(join(tmpdir(), 'carpeta-statements-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
run('vitest', ['run', '--project', 'api', ...withoutOthers()], {
  ...env,
  RECORD_STATEMENTS: folder,
})
run('node', ['apps/api/test/releases/write-release.ts', folder, version])
run('npm', ['version', next, '--no-git-tag-version', '--no-workspaces-update', '--silent'])
for (const file of NAMING_FILES) rewrite(file, (text) => renameVersion(text, version, next))
rewrite('CHANGELOG.md', (text) =>
  text.replace(`## [${version}]`, `## [${next}] - Unreleased\n\n## [${version}]`),
)
console.log(`Quedó anotada la versión ${version}; ahora se trabaja en la ${next}.`)

/** Statements of other processes are not seen, and of made-up tables they are not the portal's. */
function withoutOthers() {
  return ['**/*-process.test.ts', '**/never-lost.test.ts', '**/added-field.test.ts'].flatMap(
    (files) => ['--exclude', files],
  )
}

function rewrite(file, change) {
  const path = join(root, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
