import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

interface LockEntry {
  version?: string
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  peer?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
}

/** The workspaces whose code is in the package. */
const PROGRAM = ['apps/api', 'packages/contract', 'packages/domain']

/** The exact versions of the packages that the program imports. */
export function programDependencies(): Record<string, string> {
  const packages = lockedPackages()
  const all = PROGRAM.flatMap((path) => Object.entries(packages[path]?.dependencies ?? {}))
  return Object.fromEntries(
    all.filter(([name]) => !name.startsWith('@carpeta/')).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The part of the lock file that the program needs: the same versions, places and hashes. */
export function shrinkwrap(manifest: Manifest) {
  const { lockfileVersion } = readLock()
  const packages = lockedPackages()
  const required = closure(Object.keys(manifest.dependencies), packages, requiredNames)
  const all = closure(Object.keys(manifest.dependencies), packages, (entry) => [
    ...requiredNames(entry),
    ...Object.keys(entry.optionalDependencies ?? {}),
  ])
  const entries = [...all].toSorted().map((path) => {
    const { dev: _, devOptional: __, optional: ___, peer: ____, ...entry } = packages[path] ?? {}
    return [path, required.has(path) ? entry : { ...entry, optional: true }]
  })
  const { name, version } = manifest
  return {
    name,
    version,
    lockfileVersion,
    requires: true,
    packages: { '': manifest, ...Object.fromEntries(entries) },
  }
}

function requiredNames({ dependencies = {}, optionalDependencies = {}, ...peers }: LockEntry) {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = peers
  return [
    ...Object.keys(dependencies).filter((name) => !(name in optionalDependencies)),
    ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
  ]
}

/** Every place in the lock file that can be reached from these names. */
function closure(
  names: string[],
  packages: Record<string, LockEntry>,
  needs: (entry: LockEntry) => string[],
): Set<string> {
  const found = new Set<string>()
  const waiting = names.map((name) => ({ name, from: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = placeOf(next.name, next.from, packages)
    if (path === undefined || found.has(path)) continue
    found.add(path)
    for (const name of needs(packages[path] ?? {})) waiting.push({ name, from: path })
  }
  return found
}

/** Where Node finds a package: beside the one that imports it, or further up. */
function placeOf(
  name: string,
  from: string,
  packages: Record<string, LockEntry>,
): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in packages) return path
  if (from === '') return undefined
  const end = from.lastIndexOf('/node_modules/')
  return placeOf(name, end === -1 ? '' : from.slice(0, end), packages)
}

function readLock(): { lockfileVersion: number; packages: Record<string, LockEntry> } {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}

function lockedPackages(): Record<string, LockEntry> {
  return readLock().packages
}
