import { execFile } from 'node:child_process'
import type { Logger } from '../observability/logger.ts'

/** So many signs of life within the limit of the unit. */
const SIGNS = 3

/**
 * Tells systemd, where the unit has `WatchdogSec`, that this process still takes its turns: one that hangs would keep
 * getting calls, and is started again instead. Node has no sockets of the kind that systemd reads.
 */
export function feedWatchdog(log: Logger): void {
  const { WATCHDOG_USEC: limit, NOTIFY_SOCKET: socket } = process.env
  if (!limit || !socket) return
  const tell = () =>
    execFile('systemd-notify', ['WATCHDOG=1'], (error) => {
      if (error) log.warn({ err: error }, 'systemd is not told that the process runs')
    })
  tell()
  setInterval(tell, Number(limit) / 1000 / SIGNS).unref()
}
