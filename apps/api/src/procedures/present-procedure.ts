import type { WireProcedure } from '@carpeta/contract/procedures/procedures-schemas'
import type { Procedure } from './procedures-store.ts'

/** As a member reads it (spec §3). */
export function presentProcedure({ id, title, description, documents }: Procedure): WireProcedure {
  return { id, title, description, document_amount: documents.length, documents }
}

/** With what only staff who keep the catalogue are told. */
export function presentForCatalogue(procedure: Procedure): WireProcedure {
  return {
    ...presentProcedure(procedure),
    answer_hours: procedure.answerHours,
    is_active: procedure.isActive,
    deleted_at: procedure.deletedAt?.toISOString() ?? null,
  }
}
