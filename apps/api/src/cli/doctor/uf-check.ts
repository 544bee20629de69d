import { shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatUfRate } from '@carpeta/domain/money/uf-value'
import { readSchemaState } from '../../db/versions/schema-state.ts'
import { listUfValues } from '../../uf/uf-store.ts'
import { type Check, ok, warning } from './check.ts'

export const ufCheck: Check = {
  name: 'UF',
  examine: async ({ config, database }) => {
    const connection = await database()
    if (!connection || (await readSchemaState(connection.db)).pending > 0) {
      return warning('todavía no hay valores.')
    }
    const today = todayInSantiago(new Date())
    const values = await listUfValues(connection.db, today)
    const [first, last] = [values[0], values.at(-1)]
    if (first?.date !== today || !last) {
      const cure = config.uf.fetch
        ? 'carpeta uf fetch'
        : 'carpeta uf import ARCHIVO, o UF_FETCH=true'
      return warning(
        `falta el valor de hoy, ${shortDate(today)}: los socios no ven montos en pesos (${cure}).`,
      )
    }
    return ok(`hoy ${formatUfRate(first.pesos)}; hay valores hasta el ${shortDate(last.date)}.`)
  },
}
