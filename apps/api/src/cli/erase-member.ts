import { retainedOnErasure } from '@carpeta/domain/personal-data/personal-data-labels'
import { refreshErasedList } from '../backup/erased/refresh-erased-list.ts'
import { readBackupPlace } from '../backup/places/backup-place.ts'
import type { Config } from '../config/config.ts'
import { type Database, rootCause } from '../db/client.ts'
import {
  type EraseOptions,
  type EraseOutcome,
  eraseMember,
} from '../personal-data/erasure/erase-member.ts'
import { type PersonOptions, withPerson } from './with-person.ts'

const ERASED_BUYER_FIELDS = 'contacto, profesión, empleador y rentas'

/** Exits with 1 when nothing could be erased; repeated for the same person, with 0. */
export async function runEraseMember({ dryRun, force, ...whom }: EraseOptions & PersonOptions) {
  await withPerson(whom, async (db, key, config) => {
    const outcome = await eraseMember(db, key, { dryRun, force })
    report(outcome, dryRun)
    if (outcome.result === 'erased' && !dryRun) await addToErasedList(db, config)
  })
}

/** So that restoring an earlier backup does not bring the person back. */
async function addToErasedList(db: Database, { backup, secretKeys }: Config): Promise<void> {
  const command = 'carpeta backup DESTINO --erased-only'
  if (backup.url === undefined) {
    console.log(`\nSi hay respaldos, anótelo junto a ellos: ${command}`)
    return
  }
  try {
    const { store } = readBackupPlace(backup.url, process.env)
    await refreshErasedList(db, store, secretKeys)
    console.log(`\nAnotado junto a los respaldos, en ${store.name}.`)
  } catch (error) {
    console.error(`\nNo se pudo anotar junto a los respaldos; repita con: ${command}`)
    console.error((rootCause(error) as Error).message)
  }
}

function report(outcome: EraseOutcome, dryRun: boolean): void {
  if (outcome.result === 'unknown') {
    console.error('No hay tal persona: nunca la hubo, o ya se anonimizó.')
    process.exitCode = 1
    return
  }
  if (outcome.result === 'refused') {
    console.error('No se anonimizó; nada cambió.')
    for (const reason of outcome.reasons) console.error(`  ${reason}`)
    console.error('Con --force se hace igual, salvo con una cuenta de funcionario.')
    process.exitCode = 1
    return
  }
  if (outcome.result === 'erased before') {
    console.log('Ya estaba anonimizado; no hay nada más que borrar.')
  } else {
    console.log(dryRun ? 'Ensayo: no se escribió nada. Se borraría:' : 'Anonimizado. Se borró:')
    console.log(`  Cuentas     ${outcome.accounts}: nombre, correo, rut, contraseña y sesiones`)
    console.log(`  Trámites    ${outcome.requests}: comentarios, respuestas e historia escrita`)
    console.log(`  Borradores  ${outcome.drafts}`)
    console.log(`  Documentos  ${outcome.documents}; los archivos los borra el portal en marcha`)
    console.log(
      `  Pagos       ${outcome.paymentReports} informados: comentarios, motivos y comprobantes`,
    )
    console.log(`  Ventas      ${outcome.sales}: ${ERASED_BUYER_FIELDS} del titular`)
    console.log(`  De otros    ${outcome.coOwnSales}: ${ERASED_BUYER_FIELDS} del co-titular`)
  }
  console.log('\nSe conserva:')
  for (const kept of retainedOnErasure) console.log(`  · ${kept}`)
}
