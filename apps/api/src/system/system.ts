import { setTimeout as delay } from 'node:timers/promises'
import type { Findings, System } from '@carpeta/contract/system'
import { isoSeconds } from '@carpeta/domain/dates/dates'
import { jobFailure } from '@carpeta/domain/system/job-failures'
import { latestBackup } from '../backup/latest-backup.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { readDatabaseFigures } from '../db/server-store.ts'
import { listMailHours, type MailHour } from '../email/mail-hours-store.ts'
import { countJobs, listFailingJobs } from '../jobs/jobs-store.ts'
import { type Check, examinationOf, examine, type Finding, failure } from './check.ts'
import {
  auditCheck,
  connectionsCheck,
  databaseCheck,
  erasedCheck,
  loadCheck,
  schemaCheck,
  ufCheck,
} from './database-checks.ts'
import {
  anchorsCheck,
  backupCheck,
  diskCheck,
  documentsCheck,
  mailCheck,
  quickScannerCheck,
} from './installation-checks.ts'
import { newestVersionCheck } from './newest-version.ts'
import { emailTasks } from './portal-data.ts'
import { jobsCheck, processesCheck, rehearsalCheck, verificationCheck } from './upkeep-checks.ts'
import { withoutPasswords } from './without-passwords.ts'

/** They ask another machine, or a disk, which may be silent for long. */
const outside: ReadonlySet<Check> = new Set([
  documentsCheck,
  diskCheck,
  quickScannerCheck,
  backupCheck,
  rehearsalCheck,
  erasedCheck,
  mailCheck,
  anchorsCheck,
])

/** A person waits for the page. */
const LOOK_MS = 5000

interface Services {
  db: Database
  config: Config
}

/**
 * How the portal is, in the words of the doctor. What does not answer in time is said to be silent, and is not asked
 * again before it answers.
 */
export function systemReader({ db, config }: Services, lookMs = LOOK_MS): () => Promise<System> {
  const asked = new Map<Check, Promise<Finding | null>>()
  const versionCheck = newestVersionCheck()

  return async () => {
    const examined = examinationOf(config, async () => db)
    const unlessLate = deadline(lookMs)
    const inTurn = oneByOne()

    const ask = (check: Check): Promise<Finding | null> => {
      if (!outside.has(check) && check !== versionCheck)
        return inTurn(() => examine(check, examined))
      const asking = asked.get(check) ?? examine(check, examined).finally(() => asked.delete(check))
      asked.set(check, asking)
      return asking
    }
    const find = async (...checks: Check[]): Promise<Findings> => {
      const found = await Promise.all(
        checks.map((check) => unlessLate(ask(check), failure('no respondió.'))),
      )
      return checks.flatMap(({ name }, index) => {
        const finding = found[index]
        return finding ? [{ name, ...finding, text: withoutPasswords(finding.text, config) }] : []
      })
    }
    const read = <Figures>(figures: (db: Database) => Promise<Figures>) =>
      unlessLate(
        inTurn(() => figures(db)),
        null,
      )

    return inParallel({
      version: PORTAL_VERSION,
      updates: inParallel({ findings: find(versionCheck) }),
      database: inParallel({
        findings: find(databaseCheck, connectionsCheck, schemaCheck),
        figures: read(databaseFigures),
      }),
      documents: inParallel({ findings: find(documentsCheck, quickScannerCheck, diskCheck) }),
      backups: inParallel({
        findings: find(backupCheck, rehearsalCheck, erasedCheck),
        figures: unlessLate(backupFigures(config), null),
      }),
      mail: inParallel({ findings: find(mailCheck), figures: read(mailFigures) }),
      jobs: inParallel({ findings: find(jobsCheck), figures: read(jobFigures) }),
      audit: inParallel({ findings: find(auditCheck, anchorsCheck, verificationCheck) }),
      data: inParallel({ findings: find(loadCheck, ufCheck) }),
      processes: inParallel({ findings: find(processesCheck) }),
    })
  }
}

/** A page takes one connection from the members' calls. */
function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }
}

/** Answers `otherwise` for what fails, or has not come when the time is over. */
function deadline(ms: number) {
  const late = delay(ms, undefined, { ref: false })
  return <Answer, Otherwise>(answer: Promise<Answer>, otherwise: Otherwise) =>
    Promise.race([answer.catch(() => otherwise), late.then(() => otherwise)])
}

type Settled<Parts> = { [Key in keyof Parts]: Awaited<Parts[Key]> }

async function inParallel<Parts extends object>(parts: Parts): Promise<Settled<Parts>> {
  const settled = await Promise.all(
    Object.entries(parts).map(async ([key, part]) => [key, await part]),
  )
  return Object.fromEntries(settled)
}

async function databaseFigures(db: Database) {
  const { bytes, analysedAt } = await readDatabaseFigures(db)
  return { bytes, analysed_at: analysedAt && isoSeconds(analysedAt) }
}

async function backupFigures({ backup }: Config) {
  if (backup.url === undefined) return null
  const { latest } = await latestBackup(backup.url, process.env, new Date())
  return latest && { bytes: latest.bytes }
}

const DAY_HOURS = 24

async function mailFigures(db: Database) {
  const kinds = await countJobs(db)
  const hours = await listMailHours(db, DAY_HOURS)
  const waiting = kinds.flatMap(({ task, waiting, due, running }) => {
    const emails = waiting + due + running
    return emailTasks.has(task) && emails > 0 ? [{ task, emails }] : []
  })
  const failed = hours.filter(({ outcome }) => outcome !== 'sent')
  return {
    waiting,
    hours: [...Map.groupBy(hours, ({ hour }) => hour.getTime())].map(([hour, outcomes]) => ({
      hour: isoSeconds(new Date(hour)),
      sent: sumOf(outcomes.filter(({ outcome }) => outcome === 'sent')),
      failed: sumOf(outcomes.filter(({ outcome }) => outcome !== 'sent')),
    })),
    failures: [...Map.groupBy(failed, ({ outcome }) => outcome)].map(([outcome, each]) => ({
      outcome,
      emails: sumOf(each),
    })),
  }
}

function sumOf(hours: MailHour[]): number {
  return hours.reduce((sum, { emails }) => sum + emails, 0)
}

const MAX_FAILING = 50

async function jobFigures(db: Database) {
  const kinds = await countJobs(db)
  const failing = await listFailingJobs(db, MAX_FAILING)
  return {
    kinds: kinds.map(({ task, waiting, due, running, failed }) => ({
      task,
      waiting: waiting + due,
      running,
      failed,
    })),
    failing: failing.map(
      ({ id, task, hasFailed, createdAt, triedAt, nextAt, attempts, error }) => ({
        id,
        task,
        has_failed: hasFailed,
        created_at: isoSeconds(createdAt),
        tried_at: isoSeconds(triedAt),
        next_at: isoSeconds(nextAt),
        attempts,
        failure: jobFailure(error),
      }),
    ),
  }
}
