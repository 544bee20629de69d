// `npm run release` writes the package of the present version into release/, or the folder of its argument,
// with its bill of materials and checksums (docs/decisions/releases.md).
import { resolve } from 'node:path'
import { install, run } from '../prepare.mjs'

const [output = 'release'] = process.argv.slice(2)
install()
run('node', [
  '--disable-warning=ExperimentalWarning',
  'scripts/release/pack-release.ts',
  resolve(output),
])
