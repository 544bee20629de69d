import type { WireProcedure } from '@carpeta/contract/procedures/procedures-schemas'
import type { Procedure } from './procedures-store.ts'

/** As a member sees it (docs/specification.md §3.10). */
export function presentProcedure({ id, title, description, documents }: Procedure): WireProcedure {
  return { id, title, description, document_amount: documents.length, documents }
}

/** Adds the fields for staff who edit the catalogue. */
export function presentForCatalogue(procedure: Procedure): WireProcedure {
  return {
    ...presentProcedure(procedure),
    answer_hours: procedure.answerHours,
    is_active: procedure.isActive,
    deleted_at: procedure.deletedAt?.toISOString() ?? null,
  }
}
