import { requireUpToDate } from '../../backup/database/require-up-to-date.ts'
import { type FileFault, verifyFiles } from '../../backup/verify-files.ts'
import { readConfig } from '../../config/config.ts'
import { documentStorageAt } from '../../documents/document-storage.ts'
import { withExistingDatabase } from './with-existing-database.ts'

const faults: Record<FileFault, string> = {
  missing: 'la base lo tiene, y el archivo no está',
  different: 'el archivo no es el que la base dice',
  'without row': 'el archivo no es de ningún documento',
}

/** Exits with 1 when a file is missing, is another, or belongs to nothing. */
export async function runVerify(): Promise<void> {
  const config = readConfig()
  const storage = documentStorageAt(config.documents)
  let found = 0
  await withExistingDatabase(config, async ({ db }) => {
    await requireUpToDate(db)
    const { files, bytes } = await verifyFiles({ db, storage }, (key, fault) => {
      found++
      console.error(`${key}: ${faults[fault]}`)
    })
    const megabytes = Math.ceil(bytes / 1_000_000)
    if (found === 0) console.log(`Todo está: ${files} archivos, ${megabytes} MB.`)
    else console.error(`${found} de ${files} archivos no están como deben.`)
  })
  if (found > 0) process.exitCode = 1
}
