import { readFileSync } from 'node:fs'

// The repository's, or the installed package's.
const packageFile = new URL('../../../../package.json', import.meta.url)

/** The version of this portal. */
export const PORTAL_VERSION: string = JSON.parse(readFileSync(packageFile, 'utf8')).version
