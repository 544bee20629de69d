// Starts the portal from a fresh clone.
import { buildWeb, env, install, node, runUntilStopped } from './prepare.mjs'

install()
buildWeb()
const isLocal = ['local', undefined].includes(env.ENVIRONMENT)
runUntilStopped(node, ['apps/api/src/carpeta.ts', 'serve'], {
  LOG_LEVEL: 'warn',
  // A newcomer pays without a bank.
  ...(isLocal && { ONLINE_PAYMENTS: 'simulator' }),
  ...env,
})
