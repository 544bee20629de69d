import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildWeb, root } from '../prepare.mjs'
import { stagePackage } from './stage-package.ts'

const output = resolve(process.argv[2] ?? join(root, 'release'))
const stage = mkdtempSync(join(tmpdir(), 'carpeta-release-'))
process.on('exit', () => rmSync(stage, { recursive: true, force: true }))

buildWeb()
const { name, version } = stagePackage(stage)
rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', output], {
  cwd: stage,
  stdio: ['ignore', 'ignore', 'inherit'],
})
const files = [`${name}-${version}.tgz`, `${name}-${version}.cdx.json`]
execFileSync(process.execPath, [
  join(root, 'scripts/supply-chain/write-sbom.mjs'),
  join(output, files[1] as string),
])
const sums = files.map((file) => `${sha256(join(output, file))}  ${file}\n`)
writeFileSync(join(output, 'SHA256SUMS'), sums.join(''))
console.log(`${join(output, files[0] as string)}`)

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
