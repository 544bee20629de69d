import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { apiDocs } from '../../apps/api/src/openapi/api-docs.ts'
import { root } from '../prepare.mjs'
import { settingsFile } from './settings-file.ts'

/** What runs in production, by the folders of the repository. */
const SOURCES = ['apps/api/src', 'apps/api/seeds', 'packages/contract/src', 'packages/domain/src']
const COPIED = ['apps/web/dist', 'deploy', 'CHANGELOG.md']
const DOCUMENTS = [
  'operations.md',
  'guia-de-operacion.md',
  'accounting-export.md',
  'manual-del-personal.md',
  'security.md',
  'performance.md',
  'glossary.md',
  'decisions',
  'examples',
]
/** Tests and their helpers, the generator of the sample, and what only drizzle-kit reads. */
const LEFT_OUT = /\.test\.tsx?$|\/testing\/|\/sample-export\.ts$|\/meta\/\d+_snapshot\.json$/

/** Writes the package's files into an empty folder. @returns its name and version */
export function stagePackage(folder: string): { name: string; version: string } {
  const { name, version, description, dependencies } = readJson('package.json')
  for (const source of SOURCES) {
    for (const file of filesBelow(source)) {
      if (!LEFT_OUT.test(file)) stageSource(file, folder)
    }
  }
  for (const path of [...COPIED, ...DOCUMENTS.map((document) => `docs/${document}`)]) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  writeFileSync(join(folder, 'docs/api.md'), apiDocs())
  writeFileSync(join(folder, 'deploy/debian/all-settings'), settingsFile())
  cpSync(join(root, 'scripts/release/package'), folder, { recursive: true })
  const manifest = {
    name,
    version,
    description,
    type: 'module',
    license: 'UNLICENSED',
    private: true,
    bin: { carpeta: 'bin/carpeta.js' },
    engines: { node: `>=${dependencies.node.split('.')[0]}` },
    // The Node that this release was tested with, for `deploy/debian/upgrade`.
    config: { node: dependencies.node },
    dependencies: programDependencies(),
  }
  writeJson(join(folder, 'package.json'), manifest)
  writeJson(join(folder, 'npm-shrinkwrap.json'), shrinkwrap(manifest))
  return { name, version }
}

function stageSource(file: string, folder: string): void {
  const target = join(folder, file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  if (file.endsWith('.ts')) writeFileSync(target, toJavaScript(file))
  else cpSync(join(root, file), target)
}

/** Node blanks types out, so that lines and columns stay those of the source. */
function toJavaScript(file: string): string {
  return stripTypeScriptTypes(readFileSync(join(root, file), 'utf8'))
    .replace(/(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g, '$1$2.js$1')
    .replace(/(['"])@carpeta\/(contract|domain)\/([\w./-]+)\1/g, (_all, quote, name, path) => {
      const target = `packages/${name}/src/${path}.js`
      const relative = posix.relative(posix.dirname(file), target)
      return `${quote}${relative.startsWith('.') ? relative : `./${relative}`}${quote}`
    })
}

function filesBelow(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`))
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}

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
function programDependencies(): Record<string, string> {
  const packages = lockedPackages()
  const all = PROGRAM.flatMap((path) => Object.entries(packages[path]?.dependencies ?? {}))
  return Object.fromEntries(
    all.filter(([name]) => !name.startsWith('@carpeta/')).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** The part of the lock file that the program needs: the same versions, places and hashes. */
function shrinkwrap(manifest: Manifest) {
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
