import { withDatabase } from './with-database.ts'

export async function runMigrate(): Promise<void> {
  await withDatabase(async () => {
    console.log('La base de datos está al día.')
  })
}
