import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type ReplacedSample, replacedSampleText } from '@carpeta/domain/imports/replaced-sample'
import { counted } from '@carpeta/domain/text/counted'
import type { ImportOutcome } from '../../imports/import-sales.ts'
import type { RefusalCode } from '../../imports/refuse-load.ts'
import type { ReportedReject } from '../../imports/staging-store.ts'

interface Options {
  dryRun: boolean
  rejects?: string
}

/** How the operator loads it anyway, or what to correct. */
const hints: Partial<Record<RefusalCode, string>> = {
  future_cutoff: 'Corrija la fecha del archivo.',
  older_cutoff: 'Use --force para cargarlo igual.',
  too_many_rejects: 'Use --max-rejects para tolerar más.',
  too_many_withdrawn: 'Use --force si es lo correcto.',
}

export function refusalSentence({ refusal, refusalCode }: ImportOutcome): string {
  const hint = (refusalCode && hints[refusalCode]) ?? ''
  return `Carga rechazada; nada cambió. ${refusal} ${hint}`.trim()
}

export function reportLines(outcome: ImportOutcome, options: Options): string[] {
  return [...rejectLines(outcome, options), ...resultLines(outcome, options)]
}

function rejectLines({ rejects, brokenRules, counts }: ImportOutcome, options: Options): string[] {
  if (!counts || counts.bad === 0) return []
  const keeps =
    counts.bad === 1 ? 'conserva su última versión buena' : 'conservan su última versión buena'
  const unlisted = brokenRules - rejects.length
  return [
    ...(options.rejects === undefined ? rejects.map(describe) : []),
    ...(options.rejects === undefined && unlisted > 0
      ? [
          `… y ${counted(unlisted, 'motivo más', 'motivos más')}: --rejects ARCHIVO los escribe todos.`,
        ]
      : []),
    ...(options.rejects === undefined ? [] : [`Los motivos están en ${options.rejects}.`]),
    `${counted(counts.bad, 'venta mala', 'ventas malas')} ${keeps}.`,
    '',
  ]
}

function resultLines(outcome: ImportOutcome, { dryRun }: Options): string[] {
  const { refusal, cutoff, counts, replacedSample } = outcome
  if (refusal !== null || !counts || !cutoff) return []
  const keepsAll = counts.withoutCode > 0 && counts.vanishing > 0
  return [
    dryRun ? 'Ensayo: no se escribió nada.' : 'Carga aplicada.',
    `  Corte        ${dateTimeInSantiago(cutoff)}`,
    `  Nuevas       ${counts.added}`,
    `  Cambiadas    ${counts.changed}`,
    `  Sin cambios  ${counts.unchanged}`,
    `  Malas        ${counts.bad}`,
    `  Retiradas    ${outcome.withdrawn}`,
    `  Cuentas      ${counted(outcome.newAccounts, 'nueva', 'nuevas')}, sin activar`,
    ...(keepsAll ? ['No se retiró ninguna venta: hay líneas cuyo código no se pudo leer.'] : []),
    ...(replacedSample ? [replacedSentence(replacedSample, dryRun)] : []),
  ]
}

function replacedSentence(replaced: ReplacedSample, dryRun: boolean): string {
  const verb = dryRun ? 'Reemplazaría' : 'La carga reemplaza'
  return `${verb} lo que trajo la cooperativa de ejemplo: ${replacedSampleText(replaced)}. Lo que hicieron personas se queda.`
}

function describe({ file, line, saleCode, field, value, reason }: ReportedReject): string {
  const where = [file, `línea ${line}`, `venta ${saleCode ?? 'desconocida'}`, field].filter(Boolean)
  return `${where.join(', ')}: «${value}» ${reason}`
}
