import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

test('portal and worker tell systemd again and again that they run, and no other process does (security 12.234)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-watchdog-'))
  writeFileSync(
    join(folder, 'systemd-notify'),
    `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> "${folder}/$PPID"\n`,
    { mode: 0o755 },
  )
  const { serve, startUntilReady } = await openMachineWith('sample', onTestFinished)
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    NOTIFY_SOCKET: '/run/systemd/notify',
    WATCHDOG_USEC: '600000',
  }
  const unwatched = await serve(await freePort(), { PATH: env.PATH, NOTIFY_SOCKET: '' })
  const portal = await serve(await freePort(), env)
  const worker = await startUntilReady(['worker'], env)
  const told = (pid?: number) =>
    existsSync(join(folder, String(pid))) ? readFileSync(join(folder, String(pid)), 'utf8') : ''
  for (const { child } of [portal, worker]) {
    await vi.waitFor(
      () => expect(told(child.pid)).toMatch(/^(\/run\/systemd\/notify WATCHDOG=1\n){3}/),
      60_000,
    )
  }
  expect(told(unwatched.child.pid)).toBe('')
})
