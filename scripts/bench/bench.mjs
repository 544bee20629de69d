// `npm run bench` runs every bench, or those whose names are given, one after the other. It ends with a table of
// all figures, and writes them to bench-results/ as JSON (docs/performance.md).
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { buildWeb, env, install, node, root } from '../prepare.mjs'

const FOLDERS = ['apps/api/bench', 'apps/web/bench', 'e2e/bench']
const ENDING = '.bench.ts'

const files = FOLDERS.map((folder) => join(root, folder))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((file) => file.endsWith(ENDING))
const names = process.argv.slice(2)
const available = files.map(nameOf)
const unknown = names.filter((name) => !available.includes(name))
if (unknown.length > 0) {
  console.error(`No hay bench ${unknown.join(', ')}. Hay: ${available.join(', ')}.`)
  process.exit(2)
}

install()
buildWeb()
const folder = mkdtempSync(join(tmpdir(), 'carpeta-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const runs = files
  .filter((file) => names.length === 0 || names.includes(nameOf(file)))
  .map((file) => {
    const bench = nameOf(file)
    console.log(`\n${bench}\n`)
    const path = join(folder, bench)
    const started = Date.now()
    const { status } = spawnSync(node, ['--disable-warning=ExperimentalWarning', file], {
      cwd: root,
      stdio: 'inherit',
      env: { ...env, BENCH_RESULTS: path },
    })
    const seconds = Math.round((Date.now() - started) / 1000)
    return { bench, seconds, failed: status !== 0, results: readResults(path) }
  })

const machine = {
  processors: availableParallelism(),
  model: cpus()[0]?.model,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  load: loadavg().map((load) => Number(load.toFixed(1))),
}
const now = new Date().toISOString()
const output = join(root, 'bench-results')
mkdirSync(output, { recursive: true })
const file = join(output, `${now.replaceAll(':', '-').slice(0, 19)}.json`)
writeFileSync(file, `${JSON.stringify({ at: now, machine, runs }, null, 2)}\n`)
printTable()
console.log(`\n${file}`)
if (runs.some(({ failed }) => failed)) process.exitCode = 1

function nameOf(file) {
  return basename(file, ENDING)
}

function readResults(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function printTable() {
  const { processors, model, node, load } = machine
  console.log(`\n${processors} × ${model}, Node ${node}, load ${load.join(' ')}\n`)
  const rows = runs.flatMap(({ bench, failed, results }) => [
    ...results.map(({ what, value, unit, aim }) => [
      bench,
      what,
      `${rounded(value)} ${unit}`,
      aim ? aimOf(aim) : '',
      aim ? (isReached(value, aim) ? 'yes' : 'NO') : '',
    ]),
    ...(failed ? [[bench, 'failed', '', '', 'NO']] : []),
  ])
  const table = [['bench', 'what', 'measured', 'aim', 'reached'], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  for (const row of table) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
  }
}

function aimOf(aim) {
  return 'atMost' in aim ? `at most ${aim.atMost}` : `at least ${rounded(aim.atLeast)}`
}

function rounded(value) {
  return Number(value.toPrecision(3))
}

function isReached(value, aim) {
  return 'atMost' in aim ? value <= aim.atMost : value >= aim.atLeast
}
