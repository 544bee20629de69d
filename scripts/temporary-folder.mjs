import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that goes with this process, however a test ended that left something in it. */
export function folderOfThisProcess(parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'carpeta-'))
  // PostgreSQL runs as another user and needs access.
  chmodSync(folder, 0o755)
  // A PostgreSQL that was stopped in the middle may write meanwhile.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Of a run of Vitest: its workers, and what they start, make their temporary folders in one of the run's. */
export default function setup() {
  process.env.TMPDIR = folderOfThisProcess()
}
