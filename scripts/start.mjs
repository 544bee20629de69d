// Starts the portal from a fresh clone.
import { buildWeb, env, install, node, runUntilStopped } from './prepare.mjs'

install()
buildWeb()
runUntilStopped(node, ['apps/api/src/carpeta.ts', 'serve'], { LOG_LEVEL: 'warn', ...env })
