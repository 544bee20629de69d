import { expect, onTestFinished, test, vi } from 'vitest'
import { openMachine, stop } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { productionSettings } from '../../test/test-config.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

// A library that warns and prints while the portal runs.
const library = `process.on('SIGUSR2', () => {
  process.emitWarning('deprecated')
  console.log('from a\\nlibrary')
  console.error('%s fails', 'it')
})`

async function openProduction() {
  const database = await cloneDatabase('empty')
  onTestFinished(database.close)
  const port = await freePort()
  const env = {
    ...productionSettings,
    DATABASE_URL: String(database.pool.options.connectionString),
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOW_HTTP: 'true',
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(library)}`,
  }
  return { machine: openMachine(), port, env }
}

/** Fails when a line is no JSON. */
function linesOf(stdout: string): Record<string, unknown>[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('in production portal and worker print lines of JSON and nothing else, from start to stop (§12.531, security 9.12)', async () => {
  const { machine, port, env } = await openProduction()
  const portal = await machine.serve(port, env, ['--no-worker'])
  const worker = await machine.startUntilReady(['worker'], env)
  const answers = await Promise.all(
    ['/api/health/', '/api/health/ready/', '/api/nothing/', '/', '/environments.json', '/%ff'].map(
      (path) => fetch(`http://localhost:${port}${path}`),
    ),
  )
  for (const { child } of [portal, worker]) child.kill('SIGUSR2')
  for (const { child, output, finished } of [portal, worker]) {
    await vi.waitFor(() => expect(output.stdout).toContain('it fails'), 60_000)
    await stop(child, 'SIGTERM')
    const { code, stdout, stderr } = await finished
    expect([code, stderr]).toEqual([0, ''])
    const lines = linesOf(stdout)
    const messages = lines.map(({ level, msg }) => `${level} ${msg}`)
    expect(messages).toEqual(
      expect.arrayContaining([
        'warn warning of Node',
        'info from a\nlibrary',
        'error it fails',
        'info stopping',
        'info stopped',
      ]),
    )
  }
  const lines = linesOf((await portal.finished).stdout)
  const { version } = lines.find(({ msg }) => String(msg).startsWith('Carpeta Virtual está')) ?? {}
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([expect.stringContaining('Ningún documento pasa por un antivirus')]),
  )
  const called = lines.filter(({ msg }) => msg === 'call').map(({ requestId }) => requestId)
  const ids = answers.slice(0, 3).map(({ headers }) => headers.get('x-request-id'))
  expect(called.toSorted()).toEqual(ids.toSorted())
})

test('an exception that nobody catches is a line of JSON too, and ends the process (§12.531)', async () => {
  const { machine, port, env } = await openProduction()
  const thrown = `process.on('SIGUSR2', () => { throw new Error('nobody catches this') })`
  const { child, finished } = await machine.serve(port, {
    ...env,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrown)}`,
  })
  child.kill('SIGUSR2')
  const { code, stdout, stderr } = await finished
  expect([code, stderr]).toEqual([1, ''])
  expect(linesOf(stdout).at(-1)).toMatchObject({
    level: 'fatal',
    err: { message: 'nobody catches this' },
    msg: 'uncaught exception',
  })
})
