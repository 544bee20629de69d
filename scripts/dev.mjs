// The web on port 3000 with hot reload and the API on 8010, which restarts on change.
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
  // The browser and the links of emails use the port of the web; Vite passes calls on to the API.
  { LOG_LEVEL: 'warn', PUBLIC_URL: 'http://localhost:3000', ...env },
)
