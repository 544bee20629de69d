import { type Anchor, anchorStorageAt } from '../audit/anchors.ts'
import { chainPendingEntries } from '../audit/chain.ts'
import { recordVerification, type VerificationOutcome } from '../audit/verification-store.ts'
import {
  type AnchorFault,
  type AuditChainFault,
  type AuditChainState,
  verifyAuditChain,
} from '../audit/verify-chain.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { rootCause } from '../db/client.ts'
import { withDatabase } from './prepare-database.ts'

const EXIT = { broken: 1, differs: 3, incomplete: 4 }

const faults: Record<AuditChainFault['fault'], string> = {
  changed: 'fue cambiada después de escribirse',
  missing: 'falta',
  'not chained': 'no pasó por la cadena',
  'not signed': 'no lleva firma, y se escribió después de la primera firmada',
  'wrong signature': 'su firma no corresponde: la escribió alguien sin la clave',
  'unknown key': 'está firmada con una clave que no es SECRET_KEY ni SECRET_KEY_PREVIOUS',
}

const anchorFaults: Record<AnchorFault['fault'], string> = {
  'cut off': 'la bitácora termina antes: le cortaron el final, o se repuso una copia antigua',
  replaced: 'en esa posición hay ahora otra anotación: se repuso una copia antigua y se siguió',
  'not ours': 'el anclaje no lleva nuestra firma: alguien lo puso o lo cambió',
}

const MAX_ANCHORS = 5

/**
 * Chains what is pending, and compares the audit log with its hashes, signatures and anchors. Exits
 * with 1 when it is broken, 3 when it differs from an anchor, and 4 when not everything could be
 * compared.
 */
export async function runAuditVerify({ contains }: { contains?: string }): Promise<void> {
  if (contains !== undefined && !/^[0-9a-f]{64}$/.test(contains)) {
    throw new UsageError(`«${contains}» no es una huella: tiene 64 signos, de 0 a 9 y de a a f.`)
  }
  await withDatabase(async (db, config) => {
    const anchors = await readAnchors(config)
    const { secretKeys } = config
    await chainPendingEntries(db, secretKeys)
    const state = await verifyAuditChain(db, {
      secretKeys,
      anchors: anchors ?? [],
      expectedHead: contains,
    })
    const outcome = report(state, anchors, contains)
    await recordVerification(db, { outcome, entries: state.entries })
    if (outcome !== 'intact') process.exitCode = EXIT[outcome]
  })
}

function report(
  state: AuditChainState,
  anchors: Anchor[] | null | undefined,
  contains?: string,
): VerificationOutcome {
  const problems = [...chainProblems(state, contains), ...anchorProblems(state.anchorFaults)]
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) reportIntact(state, anchors)
  // Without anchors, a log whose signatures were all removed looks like one from before them.
  const isIncomplete =
    state.unknownKeys > 0 ||
    anchors === null ||
    anchors?.length === 0 ||
    (anchors === undefined && state.unsigned > 0)
  if (chainProblems(state, contains).length > 0) return 'broken'
  if (problems.length > 0) return 'differs'
  return isIncomplete ? 'incomplete' : 'intact'
}

/** Undefined without `AUDIT_ANCHOR_URL`; null when they cannot be read. */
async function readAnchors({ auditAnchors }: Config): Promise<Anchor[] | null | undefined> {
  if (auditAnchors === null) return undefined
  try {
    return await anchorStorageAt(auditAnchors).list()
  } catch (error) {
    console.error(`No se pueden leer los anclajes: ${(rootCause(error) as Error).message}`)
    return null
  }
}

function chainProblems({ firstFault, containsExpected }: AuditChainState, contains?: string) {
  const problems: string[] = []
  if (firstFault) {
    const entry = firstFault.entryId === null ? '' : ` (anotación ${firstFault.entryId})`
    problems.push(
      `Bitácora rota en la posición ${firstFault.position}${entry}: ${faults[firstFault.fault]}.`,
    )
  } else if (!containsExpected) {
    problems.push(`Bitácora incompleta: ya no contiene ${contains}. Le falta el final.`)
  }
  return problems
}

function anchorProblems(found: AnchorFault[]): string[] {
  const shown = found
    .slice(0, MAX_ANCHORS)
    .map(
      ({ anchor, fault }) =>
        `No coincide con el anclaje del ${anchor.at}, posición ${anchor.position}: ${anchorFaults[fault]}.`,
    )
  const more = found.length - shown.length
  return more > 0 ? [...shown, `Y otros ${more} anclajes no coinciden.`] : shown
}

function reportIntact(
  { entries, archived, pending, head, unknownKeys, unsigned }: AuditChainState,
  anchors: Anchor[] | null | undefined,
): void {
  console.log(`Bitácora íntegra: ${entries} anotaciones.`)
  if (archived > 0) {
    console.log(`${archived} están en archivos de una versión anterior, que esta no lee.`)
  }
  if (pending > 0)
    console.log(`Otras ${pending} esperan su lugar en la cadena; llevan firma propia.`)
  if (head !== '') console.log(`Última: ${head}`)
  if (unsigned > 0) {
    console.log(`${unsigned} son de una versión sin firmas; las protege la primera firmada.`)
  }
  if (unknownKeys > 0) {
    console.error(
      `De ${unknownKeys} no se comprobó la firma: su clave ya no está en SECRET_KEY_PREVIOUS.`,
    )
  }
  if (anchors === undefined) {
    console.log('Sin AUDIT_ANCHOR_URL no se nota si le cortaron el final.')
  } else if (anchors?.length === 0) {
    console.error('No hay anclajes en AUDIT_ANCHOR_URL: no se nota si le cortaron el final.')
  } else if (anchors) {
    console.log(`Coincide con ${anchors.length} anclajes.`)
  }
}
