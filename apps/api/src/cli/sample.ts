import { readConfig } from '../config/config.ts'
import { loadSample, requireLocal } from '../sample/load-sample.ts'
import { withDatabase } from './prepare-database.ts'

export async function runSample(): Promise<void> {
  requireLocal(readConfig())
  await withDatabase(async (db, config) => {
    const loaded = await loadSample(db, config)
    console.log(
      loaded ? 'Se cargó la cooperativa de ejemplo.' : 'La base ya tiene datos: no se cargó nada.',
    )
  })
}
