// `npm run never-lost -- 200` kills the portal or its database 200 times while a member sends a
// request, and checks the result. `npm test` does so a few times.
import { spawnSync } from 'node:child_process'
import { env, install, root } from './prepare.mjs'

const [rounds = '200', seed = ''] = process.argv.slice(2)

install()
const args = ['run', '--project', 'api', 'apps/api/src/requests/never-lost.test.ts']
const settings = { NEVER_LOST_ROUNDS: rounds, NEVER_LOST_SEED: seed }
const options = { cwd: root, env: { ...env, ...settings }, stdio: 'inherit' }
process.exit(spawnSync('vitest', args, options).status ?? 1)
