import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { retentionDefaults } from '@carpeta/domain/personal-data/retention'
import type { Plugin } from 'vite'

const PATH = '/environments.json'

/** Adds `environments.json` to the build and serves it in development. */
export function environmentTable(): Plugin {
  return {
    name: 'environment-table',
    generateBundle() {
      if (this.environment.name !== 'client') return
      const localhost = { ...defaultEnvironments.localhost, retention: retentionDefaults }
      const source = `${JSON.stringify({ localhost }, null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: PATH.slice(1), source })
    },
    configureServer(server) {
      // In development the proxy serves the API on the page's own origin.
      const localhost = { ...defaultEnvironments.localhost, api: '' }
      server.middlewares.use(PATH, (_request, response) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8')
        response.end(JSON.stringify({ localhost }))
      })
    },
  }
}
