import type { ReplacedSample } from '@carpeta/domain/imports/replaced-sample'
import type { RefusalCode } from './refuse-load.ts'
import type { ReportedReject, StagedCounts } from './staging/staging-store.ts'

export interface ImportOutcome {
  /** The row in `loads`; null for a dry run that was not recorded, and for a repeated load. */
  loadId: number | null
  /** Null when the load was applied, or would be in a dry run. */
  refusal: string | null
  refusalCode: RefusalCode | null
  cutoff: Date | null
  /** How many sales the header announced. */
  announced: number | null
  counts: StagedCounts | null
  withdrawn: number
  newAccounts: number
  /** Null unless something of the sample goes. */
  replacedSample: ReplacedSample | null
  /** How many rules are broken; a sale may break several. */
  brokenRules: number
  /** The first thousand broken rules, in the order of the export. */
  rejects: ReportedReject[]
}

export const nothingRead: ImportOutcome = {
  loadId: null,
  refusal: null,
  refusalCode: null,
  cutoff: null,
  announced: null,
  counts: null,
  withdrawn: 0,
  newAccounts: 0,
  replacedSample: null,
  brokenRules: 0,
  rejects: [],
}
