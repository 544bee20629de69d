import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** In the place of npm: leaves a database, says where, and takes its time to end. */
const npm = `#!${process.execPath}
const { writeFileSync } = require('node:fs')
const file = \`\${process.env.TMPDIR}/\${process.argv.at(-1)}\`
process.on('SIGINT', () => setImmediate(() => {
  writeFileSync(file, 'written at the end')
  console.log('ended')
  process.exit(130)
}))
process.stdin.resume().on('end', () => process.exit())
console.log(\`database \${process.env.TMPDIR}\`)
`

/** A clone whose dependencies are installed and whose web is not built. */
function makeClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'carpeta-clone-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  mkdirSync(join(clone, 'scripts'))
  mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true })
  for (const name of ['test.mjs', 'prepare.mjs', 'failures.mjs', 'temporary-folder.mjs']) {
    cpSync(fileURLToPath(new URL(name, import.meta.url)), join(clone, 'scripts', name))
  }
  writeFileSync(join(clone, 'package-lock.json'), '{}')
  const installed = createHash('sha256').update('{}').digest('hex')
  writeFileSync(join(clone, 'node_modules/.installed'), installed)
  writeFileSync(join(clone, 'node_modules/.bin/npm'), npm, { mode: 0o755 })
  return clone
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a developer who ends the tests by %s keeps nothing of their databases in memory',
  async (signal) => {
    const names = ['CHROMIUM', 'MARIADB', 'NGINX', 'PROMTOOL', 'CLAMD']
    const paths = Object.fromEntries(names.map((name) => [`${name}_PATH`, process.execPath]))
    const tests = spawn(process.execPath, [join(makeClone(), 'scripts/test.mjs')], {
      env: { ...process.env, ...paths, SWIFT_PYTHON: process.execPath },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = once(tests, 'exit')
    const closed = once(tests, 'close')
    const lines: string[] = []
    createInterface(tests.stdout).on('line', (line) => {
      lines.push(line)
      // The build and the types run at the same time.
      const started = lines.filter((it) => it.startsWith('database ')).length
      if (started === 2 && line.startsWith('database ')) tests.kill(signal)
    })
    const end = await ended
    tests.stdin.end()
    await closed
    expect(end).toEqual([130, null])
    expect(lines.filter((line) => line === 'ended')).toHaveLength(2)
    const [folder] = lines.flatMap((line) => /^database (.+)$/.exec(line)?.[1] ?? [])
    expect(folder).toBeDefined()
    expect(existsSync(String(folder))).toBe(false)
  },
)
