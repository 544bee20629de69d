import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env, root } from '../prepare.mjs'

// The bill of materials of the lock file, in CycloneDX: parts of the web are bundled from packages for development.
const path = process.argv[2] ?? join(root, 'sbom.cdx.json')
const options = ['--package-lock-only', '--sbom-format=cyclonedx']
const output = execFileSync('npm', ['sbom', ...options, '--sbom-type=application'], {
  cwd: root,
  env,
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const sbom = JSON.parse(String(output))
// npm takes the name of the folder.
sbom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
writeFileSync(path, `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${sbom.components.length} componentes en ${path}`)
