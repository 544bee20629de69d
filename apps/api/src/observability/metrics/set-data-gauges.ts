import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { PortalData } from './portal-data.ts'

export type DataReader = () => Promise<PortalData>

/** Shorter than Prometheus' own limit of ten seconds. */
const READ_MS = 3000

const UNKNOWN = Number.NaN

/**
 * The gauges of what the database holds. The function returned reads it once and sets them; what is not
 * known, because the database does not answer or holds nothing yet, is NaN, which no alert matches.
 */
export function setDataGauges(read: DataReader, registers: Registry[]): () => Promise<void> {
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('carpeta_database_up', 'Whether the database answered at this scrape', [])
  const worker = gauge('carpeta_worker_up', 'Whether any process runs jobs', [])
  const jobs = gauge('carpeta_jobs', 'Jobs in the queue, by kind and state', ['task', 'state'])
  const dueAge = gauge(
    'carpeta_jobs_oldest_due_seconds',
    'For how long the oldest due job of a kind has waited',
    ['task'],
  )
  const emails = gauge('carpeta_emails_waiting', 'Emails that are still to be sent', [])
  const emailAge = gauge('carpeta_emails_oldest_seconds', 'The age of the oldest of them', [])
  const loadAge = gauge(
    'carpeta_load_age_seconds',
    "Since the cut-off of accounting's newest load",
    [],
  )
  const ufDays = gauge(
    'carpeta_uf_days',
    "Days after today whose UF is known; negative when today's is missing",
    [],
  )
  // A scrape during a slow read waits for the same one.
  let reading: Promise<PortalData | null> | null = null

  return async () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    const data = await Promise.race([reading, delay(READ_MS, null, { ref: false })])
    jobs.reset()
    dueAge.reset()
    up.set(data ? 1 : 0)
    worker.set(data ? Number(data.isWorkerRunning) : UNKNOWN)
    emails.set(data?.emails.waiting ?? UNKNOWN)
    emailAge.set(data?.emails.oldestSeconds ?? UNKNOWN)
    loadAge.set(data?.loadAgeSeconds ?? UNKNOWN)
    ufDays.set(data?.ufDays ?? UNKNOWN)
    for (const { task, dueSeconds, waiting, due, running, failed } of data?.jobs ?? []) {
      for (const [state, count] of Object.entries({ waiting, due, running, failed })) {
        jobs.set({ task, state }, count)
      }
      dueAge.set({ task }, dueSeconds ?? 0)
    }
  }
}
