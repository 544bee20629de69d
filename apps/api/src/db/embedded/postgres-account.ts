import { execFileSync } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'

/** A system account that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root; null means that it runs as the current user. */
export function accountForPostgres(): Account | null {
  if (process.platform === 'win32' || userInfo().uid !== 0) return null
  return findAccount('postgres') ?? createAccount('postgres')
}

function findAccount(name: string): Account | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}

function createAccount(name: string): Account | null {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', name])
  } catch {
    // Another process may have created it at the same moment.
    if (!findAccount(name)) {
      throw new Error(
        'PostgreSQL no puede correr como root y no se pudo crear la cuenta «postgres». Use otra cuenta, o DATABASE_URL.',
      )
    }
  }
  return findAccount(name)
}

/** Whether the account can enter `path` and every folder above it; a `0700` home prevents it. */
export function canReach(path: string, account: Account | null): boolean {
  if (account === null) {
    try {
      accessSync(path, constants.R_OK | constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const allowed =
      uid === account.uid ? mode & 0o100 : gid === account.gid ? mode & 0o010 : mode & 0o001
    if (!allowed) return false
    if (folder === dirname(folder)) return true
  }
}
