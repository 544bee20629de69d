import { fileURLToPath } from 'node:url'

/** Pages and assets, as the build of the web leaves them. */
export const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url))
