import { openPdfPool } from '../pdf/pdf-pool.ts'
import { isFolderFree, writeMemberFolder } from '../personal-data/export/write-member-folder.ts'
import { findPerson } from '../personal-data/find-person.ts'
import { pdfLimits } from '../throttle/limits.ts'
import { type PersonOptions, withPerson } from './with-person.ts'

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
