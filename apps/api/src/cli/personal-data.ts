import { isValidEmail } from '@carpeta/domain/access/login-rules'
import { canonicalRut, rutMessages } from '@carpeta/domain/people/rut'
import { retainedOnErasure } from '@carpeta/domain/personal-data/personal-data-labels'
import { readBackupPlace } from '../backup/backup-place.ts'
import { refreshErasedList } from '../backup/erased-list.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { type Database, type JobDatabase, rootCause } from '../db/client.ts'
import { pdfLimits } from '../pdf/pdf-limits.ts'
import { openPdfPool } from '../pdf/pdf-pool.ts'
import type { AccountKey } from '../people/people-store.ts'
import { type EraseOptions, type EraseOutcome, eraseMember } from '../personal-data/erase-member.ts'
import { isFolderFree, writeMemberFolder } from '../personal-data/export-member-data.ts'
import { findPerson, SeveralPersons } from '../personal-data/find-person.ts'
import { withDatabase } from './prepare-database.ts'

// Nobody waits behind a command.
const COMMAND_TIMEOUT_MS = 10 * 60_000

/** Exits with 1 when there is no such account, or a document cannot be read. */
export async function runExportMember({ output, ...whom }: PersonOptions & { output: string }) {
  if (!(await isUsable(output))) {
    return fail(`No se puede escribir en ${output}: indique una carpeta nueva o vacía.`, 2)
  }
  await withPerson(whom, async (db, key, config) => {
    const [userId] = (await findPerson(db, key))?.accountIds ?? []
    if (userId === undefined) return fail('No hay tal cuenta.', 1)
    const pdfs = openPdfPool({ ...pdfLimits, timeoutMs: COMMAND_TIMEOUT_MS })
    const written = writeMemberFolder({ db, config, pdfs }, userId, output)
    const { documents, unread } = await written.finally(() => pdfs.close())
    console.log(`Todo lo que el portal guarda de la cuenta ${userId} está en ${output}:`)
    console.log('  datos.json   para otro programa')
    console.log('  datos.pdf    para leer')
    console.log(`  documentos/  ${documents - unread.length} de ${documents} documentos`)
    for (const name of unread) fail(`No se pudo leer el documento «${name}».`, 1)
  })
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    return await isFolderFree(folder)
  } catch {
    return false
  }
}

function fail(message: string, code: number): void {
  console.error(message)
  process.exitCode = code
}

const ERASED_BUYER_FIELDS = 'contacto, profesión, empleador y rentas'

/** Exits with 1 when nothing could be erased; repeated for the same person, with 0. */
export async function runEraseMember({ dryRun, force, ...whom }: EraseOptions & PersonOptions) {
  await withPerson(whom, async (db, key, config) => {
    const outcome = await eraseMember({ db, config }, key, { dryRun, force })
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
    console.log(
      `  En espera   ${outcome.emails} correos por enviar y ${outcome.zips} zip de documentos`,
    )
    if (outcome.exports > 0) {
      console.log(
        `  Cargas      ${outcome.exports} archivos de contabilidad sin aplicar: hay que subir otros`,
      )
    }
    console.log(`  Ventas      ${outcome.sales}: ${ERASED_BUYER_FIELDS} del titular`)
    console.log(`  De otros    ${outcome.coOwnSales}: ${ERASED_BUYER_FIELDS} del co-titular`)
  }
  console.log('\nSe conserva:')
  for (const item of retainedOnErasure) console.log(`  · ${item}`)
}

/** Exactly one is given. Staff and people who registered by email may have no rut. */
interface PersonOptions {
  rut?: string
  id?: string
  email?: string
}

/** For a command about one person. @throws {UsageError} for none or several */
async function withPerson(
  options: PersonOptions,
  work: (db: JobDatabase, key: AccountKey, config: Config) => Promise<void>,
): Promise<void> {
  const key = readKey(options)
  try {
    await withDatabase((db, config) => work(db, key, config))
  } catch (error) {
    if (!(error instanceof SeveralPersons)) throw error
    const ids = error.accountIds.join(', ')
    throw new UsageError(`Varias personas tienen ese correo: indique la cuenta con --id (${ids}).`)
  }
}

function readKey({ rut, id, email }: PersonOptions): AccountKey {
  if ([rut, id, email].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError(
      'Indique a quién, de una sola manera: --rut RUT, --id CUENTA o --email CORREO.',
    )
  }
  if (id !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(id)) throw new UsageError('El número de cuenta no es válido.')
    return { id: Number(id) }
  }
  if (email !== undefined) {
    if (!isValidEmail(email.trim())) throw new UsageError('Correo no válido.')
    return { email: email.trim() }
  }
  const canonical = canonicalRut(rut ?? '')
  if (canonical === null) throw new UsageError(`${rutMessages.invalid.text}.`)
  return { rut: canonical }
}
