// Web on 3000 with hot reload, API on 8010 restarting on change.
import { env, install, runUntilStopped } from './prepare.mjs'

install()
runUntilStopped(
  'concurrently',
  [
    '--kill-others',
    '--names=api,web',
    'node --watch --watch-preserve-output apps/api/src/carpeta.ts serve',
    'npm run dev --workspace @carpeta/web',
  ],
  { LOG_LEVEL: 'warn', ...env },
)
