import { canonicalRut } from '@carpeta/domain/rut'
import { findMemberByRut } from '../personal-data/member-data-store.ts'
import { isFolderFree, writeMemberFolder } from '../personal-data/write-member-folder.ts'
import { withDatabase } from './with-database.ts'

interface Options {
  rut: string
  output: string
}

/** Ends with 1 when there is no such account, or when a document could not be read. */
export async function runExportMember({ rut, output }: Options): Promise<void> {
  const canonical = canonicalRut(rut)
  if (canonical === null) return fail('Rut no válido.', 2)
  if (!(await isUsable(output))) {
    return fail(`No se puede escribir en ${output}: indique una carpeta nueva o vacía.`, 2)
  }
  await withDatabase(async (db, config) => {
    const userId = await findMemberByRut(db, canonical)
    if (userId === null) return fail('No hay una cuenta con ese rut.', 1)
    const { documents, unread } = await writeMemberFolder({ db, config }, userId, output)
    console.log(`Todo lo que el portal guarda de ${canonical} está en ${output}:`)
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
