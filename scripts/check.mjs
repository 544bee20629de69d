// Before a commit: lint, types, the checks of the repository, and the tests of what was changed, whether it is
// committed or not. Of the API these are the tests of each changed module; its end says what was not run.
import { execFileSync } from 'node:child_process'
import { env, findServers, install, root, run } from './prepare.mjs'

install()
const servers = findServers()
const base = findBase()
const changed = changedSince(base)
const api = apiTests(changed)

run('npm', ['run', '--silent', 'lint'])
run('npm', ['run', '--silent', 'unused'])
run('npm', ['run', '--silent', 'types'])
vitest('--project', 'repository')
vitest('--project', 'domain', '--project', 'contract', '--project', 'web', '--changed', base)
if (api.length > 0) vitest('--project', 'api', '--project', 'api-own-modules', ...api)

console.log(
  `\nChecked ${changed.length} files, changed since ${git('log', '-1', '--format=%h %s', base)}`,
)
console.log('· lint, code that nothing uses, types and the checks of the repository')
console.log('· the tests of domain, contract and web that import them')
console.log(api.length > 0 ? `· of the API: ${api.join(' ')}` : '· no test of the API')
console.log(
  'Not run: the other tests of the API, and the stories in a browser (`npm test` runs all).',
)

/** Where this branch left the main one. On the main branch itself: what was last pushed, or the commit before. */
function findBase() {
  const head = git('rev-parse', 'HEAD')
  const bases = ['origin/main', 'main'].map((branch) => tryGit('merge-base', 'HEAD', branch))
  return bases.find((commit) => commit && commit !== head) ?? tryGit('rev-parse', 'HEAD~1') ?? head
}

/** @returns the paths of files that differ, also new ones that Git does not know yet; none of deleted files */
function changedSince(commit) {
  const differing = git('diff', '--name-only', '--diff-filter=d', commit)
  const added = git('ls-files', '--others', '--exclude-standard')
  return [differing, added].flatMap((names) => names.split('\n')).filter((name) => name !== '')
}

/** The folders of changed modules, and changed tests of others. */
function apiTests(paths) {
  const within = paths.filter((path) => path.startsWith('apps/api/'))
  const tests = within.filter((path) => path.endsWith('.test.ts'))
  const sources = within.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  const modules = new Set(sources.flatMap((path) => /^apps\/api\/src\/[^/]+\//.exec(path) ?? []))
  const others = tests.filter((path) => ![...modules].some((module) => path.startsWith(module)))
  return [...modules, ...others].sort()
}

function vitest(...args) {
  run('vitest', ['run', '--passWithNoTests', ...args], { ...env, ...servers })
}

function tryGit(...args) {
  try {
    return git(...args)
  } catch {
    return null
  }
}

function git(...args) {
  const stdio = ['ignore', 'pipe', 'ignore']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio }).trim()
}
