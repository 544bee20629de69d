import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import { readVerification, type VerificationOutcome } from '../audit/verification-store.ts'
import { readBackupPlace } from '../backup/backup-place.ts'
import { type Rehearsal, readRehearsal } from '../backup/last-rehearsal.ts'
import { countProcesses } from '../db/locks-store.ts'
import { countJobs } from '../jobs/jobs-store.ts'
import { type Check, failure, ok, warning } from './check.ts'
import { ofTables } from './database-checks.ts'
import { emailTasks } from './portal-data.ts'

export const processesCheck: Check = {
  name: 'Procesos',
  examine: ofTables(warning('todavía no corre ninguno.'), async (db) => {
    const { running, serving, working } = await countProcesses(db)
    if (running === 0) return warning('no corre ninguno.')
    const text = `${counted(serving, 'atiende', 'atienden')} el portal y ${counted(working, 'hace', 'hacen')} sus trabajos.`
    if (working > 0) return ok(text)
    return warning(`${text} Sin uno que los haga no sale ningún correo (carpeta work).`)
  }),
}

/** A load may take that long, and others wait behind it. */
const LATE_MINUTES = 30

export const jobsCheck: Check = {
  name: 'Trabajos',
  examine: ofTables(warning('todavía no hay.'), async (db) => {
    const kinds = await countJobs(db)
    const failed = kinds.reduce((sum, kind) => sum + kind.failed, 0)
    if (failed > 0) {
      return warning(
        `${counted(failed, 'falló y no se intenta', 'fallaron y no se intentan')} más: «Los que fallan», en Sistema, dice cuáles.`,
      )
    }
    // Many emails may wait for hours.
    const others = kinds.filter(({ task }) => !emailTasks.has(task))
    const minutes = Math.floor(Math.max(0, ...others.map((kind) => kind.dueSeconds ?? 0)) / 60)
    return minutes < LATE_MINUTES
      ? ok('al día.')
      : warning(`el más antiguo espera su turno hace ${minutes} minutos.`)
  }),
}

const verdicts: Record<VerificationOutcome, string> = {
  intact: 'y estaba íntegra',
  incomplete: 'y no todo se pudo comparar («carpeta audit verify» dice por qué)',
  differs: 'y NO coincidía con sus anclajes',
  broken: 'y estaba ROTA',
}

export const verificationCheck: Check = {
  name: 'Revisión',
  examine: ofTables(ok('todavía no hay bitácora.'), async (db) => {
    const last = await readVerification(db)
    if (!last) return ok('la bitácora entera no se ha revisado («carpeta audit verify»).')
    const text = `la bitácora entera se revisó el ${dateTimeInSantiago(last.at)} ${verdicts[last.outcome]}.`
    return last.outcome === 'broken' || last.outcome === 'differs' ? failure(text) : ok(text)
  }),
}

/** As `docs/guia-de-operacion.md` asks, with a month to do it. */
const MAX_REHEARSAL_AGE_MS = 120 * 86_400_000

/** Another machine's clock may be a little ahead. */
const isAhead = (at: Date) => at.getTime() > Date.now() + 10 * 60_000

const rehearsed: Record<Rehearsal['outcome'], (seconds: string) => string> = {
  restored: (seconds) => `repuso todo en ${seconds}`,
  to_review: (seconds) => `repuso todo en ${seconds}, y algo quedó por revisar`,
  failed: () => 'FALLÓ',
}

export const rehearsalCheck: Check = {
  name: 'Ensayo',
  examine: async ({ config: { backup } }) => {
    if (backup.url === undefined) return null
    const last = await readRehearsal(readBackupPlace(backup.url, process.env).store)
    if (!last) return warning('nunca se ensayó reponer un respaldo (carpeta restore --rehearse).')
    const at = new Date(last.at)
    const seconds = counted(last.seconds, 'segundo', 'segundos')
    const text = `el último, del ${dateTimeInSantiago(at)}, ${rehearsed[last.outcome](seconds)}.`
    if (last.outcome === 'failed') return failure(text)
    if (isAhead(at)) return warning(`${text} Su fecha es futura: se hizo con el reloj mal.`)
    if (Date.now() - at.getTime() > MAX_REHEARSAL_AGE_MS) {
      return warning(`${text} Ensáyalo de nuevo (carpeta restore --rehearse).`)
    }
    return last.outcome === 'to_review' ? warning(text) : ok(text)
  },
}
