import { shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import { fetchUfValues } from '../../uf/fetch-uf-values.ts'
import { listUfValues, sourceLabels } from '../../uf/uf-store.ts'
import { withDatabase } from '../with-database.ts'

const EXIT = { missing: 1, refused: 4 }

/** Also with `UF_FETCH=false`, which switches off the job. */
export async function runUfFetch(): Promise<void> {
  await withDatabase(async (db, config) => {
    const today = todayInSantiago(new Date())
    const { saved, refusal, problems } = await fetchUfValues({ db, config }, today)
    for (const problem of problems) console.error(problem)
    if (refusal !== null) {
      console.error(`No se guardó ningún valor. ${refusal}`)
      process.exitCode = EXIT.refused
      return
    }
    for (const { date, pesos, source } of saved.toSorted((a, b) => (a.date < b.date ? -1 : 1))) {
      console.log(`${shortDate(date)}  ${formatUfRate(pesos)}  según ${sourceLabels[source]}`)
    }
    if (saved.length === 0) console.log('No hay valores nuevos.')
    const stored = await listUfValues(db, today)
    if (stored[0]?.date === today) return
    console.error(`Falta el valor de hoy, ${shortDate(today)}.`)
    process.exitCode = EXIT.missing
  })
}
