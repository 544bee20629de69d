import { readFileSync } from 'node:fs'

// Of the repository, or of the installed package.
const packageFile = new URL('../../../../package.json', import.meta.url)

/** The version of this portal. */
export const PORTAL_VERSION: string = JSON.parse(readFileSync(packageFile, 'utf8')).version
