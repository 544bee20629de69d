// From a fresh clone to a running portal.
import { buildWeb, env, install, node, runUntilStopped } from './prepare.mjs'

install()
buildWeb()
runUntilStopped(node, ['apps/api/src/carpeta.ts', 'serve'], { LOG_LEVEL: 'warn', ...env })
