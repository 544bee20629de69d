import { setTimeout as delay } from 'node:timers/promises'
import { eraseAfterRecovery } from '../../backup/erased/erase-after-recovery.ts'
import { readBackupPlace } from '../../backup/places/backup-place.ts'
import type { Config } from '../../config/config.ts'
import { type Database, rootCause } from '../../db/client.ts'

/** A start does not wait longer for the place of the backups. */
const TIMEOUT_MS = 5000

/**
 * Erases again who was erased after the moment to which the database was recovered. Backups that cannot be
 * read do not keep the portal from starting: the operator is told.
 */
export async function eraseAgainAtStart(
  db: Database,
  { backup, secretKeys }: Pick<Config, 'backup' | 'secretKeys'>,
): Promise<void> {
  if (backup.url === undefined) return
  try {
    const { store } = readBackupPlace(backup.url, process.env)
    const erasing = eraseAfterRecovery({ db, store, secretKeys })
    erasing.catch(() => {})
    const late = delay(TIMEOUT_MS, 'late' as const, { ref: false })
    const outcome = await Promise.race([erasing, late])
    if (outcome === 'late') throw new Error(`${store.name} no responde`)
    if (outcome === null) return
    const { accounts, buyers, staff } = outcome
    console.error(
      `AVISO: la base es anterior a borrados que están anotados junto a los respaldos: se borraron de nuevo ${accounts} cuentas y ${buyers} compradores.`,
    )
    for (const id of staff) {
      console.error(
        `AVISO: la cuenta ${id} se borró después y aquí es de un funcionario: bórrela a mano.`,
      )
    }
  } catch (error) {
    console.error(
      `AVISO: no se sabe si falta borrar a alguien de nuevo (${(rootCause(error) as Error).message}).`,
    )
  }
}
