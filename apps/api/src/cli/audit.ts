import { type AuditChainFault, verifyAuditChain } from '../audit/audit-check-store.ts'
import { UsageError } from './usage-error.ts'
import { withDatabase } from './with-database.ts'

const faults: Record<AuditChainFault['fault'], string> = {
  changed: 'fue cambiada después de escribirse',
  missing: 'falta',
  'not chained': 'no pasó por la cadena',
}

/** Exits with 1 when the audit log is broken, or lacks the hash of an earlier check. */
export async function runAuditVerify({ contains }: { contains?: string }): Promise<void> {
  if (contains !== undefined && !/^[0-9a-f]{64}$/.test(contains)) {
    throw new UsageError(`«${contains}» no es una huella: tiene 64 signos, de 0 a 9 y de a a f.`)
  }
  const { entries, head, firstFault, containsExpected } = await withDatabase((db) =>
    verifyAuditChain(db, contains),
  )
  if (firstFault !== null) {
    const entry = firstFault.entryId === null ? '' : ` (anotación ${firstFault.entryId})`
    console.error(
      `Bitácora rota en la posición ${firstFault.position}${entry}: ${faults[firstFault.fault]}.`,
    )
    process.exitCode = 1
    return
  }
  if (!containsExpected) {
    console.error(`Bitácora incompleta: ya no contiene ${contains}. Le falta el final.`)
    process.exitCode = 1
    return
  }
  console.log(`Bitácora íntegra: ${entries} anotaciones.`)
  if (head !== '') console.log(`Última: ${head}`)
}
