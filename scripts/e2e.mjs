// `npm run e2e` and `npm run shots`: the stories, or a picture of every screen, with the portal as it is now.
import { buildWeb, env, findBrowser, install, runUntilStopped } from './prepare.mjs'

const [script, ...args] = process.argv.slice(2)
install()
buildWeb()
runUntilStopped('npm', ['run', '--silent', script, '--workspace', '@carpeta/e2e', '--', ...args], {
  ...env,
  CHROMIUM_PATH: findBrowser(),
})
