import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface LockedPackage {
  /** Its folder, `node_modules/…` in the root or in a workspace. */
  path: string
  name: string
  version: string
  integrity?: string
  /** Absent for a package of the registry that npm is set to. */
  resolved?: string
  license?: string
  hasInstallScript?: boolean
}

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

/** Every package of the lock file but our own workspaces. */
export function lockedPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Omit<LockedPackage, 'path' | 'name'> & { link?: boolean }>
  }
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => ({ path, name: path.split('node_modules/').at(-1) ?? '', ...entry }))
}

/** The package.json of the root and of each workspace. */
export function manifests(): Manifest[] {
  return globSync(['package.json', '{packages,apps}/*/package.json', 'e2e/package.json'], {
    cwd: root,
  }).map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')))
}

export function npmSettings(): Map<string, string> {
  const lines = readFileSync(join(root, '.npmrc'), 'utf8').split('\n')
  const pairs = lines.filter((line) => /^[a-z-]+=/.test(line)).map((line) => line.split('='))
  return new Map(pairs.map(([name = '', value = '']) => [name, value]))
}

/** The parts of a licence expression; a package without a licence has none. */
export function licensesOf({ license = '' }: Pick<LockedPackage, 'license'>): string[] {
  return license.split(/[()]| AND | OR /).filter((part) => part.trim() !== '')
}
