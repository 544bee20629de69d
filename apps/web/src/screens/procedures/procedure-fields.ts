import { DEFAULT_ANSWER_HOURS, procedureFormErrors } from '@carpeta/domain/requests/procedure-rules'
import type { CatalogueProcedure, ProcedureFields } from '../../api/procedure-catalogue.ts'
import { ruleResolver } from '../../forms/rule-resolver.ts'

/** Names can be empty or repeated, so a key identifies the row. */
export interface TypedDocument {
  key: number
  name: string
}

let lastKey = 0

export function newDocument(name: string): TypedDocument {
  lastKey += 1
  return { key: lastKey, name }
}

export interface TypedProcedure {
  title: string
  description: string
  documents: TypedDocument[]
  answer_hours: string
  is_active: boolean
}

export const fieldNames = ['title', 'description', 'documents', 'answer_hours'] as const

export function typedFrom(procedure: CatalogueProcedure | null): TypedProcedure {
  return {
    title: procedure?.title ?? '',
    description: procedure?.description ?? '',
    documents: procedure?.documents.map((name) => newDocument(name)) ?? [],
    answer_hours: String(procedure?.answer_hours ?? DEFAULT_ANSWER_HOURS),
    is_active: procedure?.is_active ?? true,
  }
}

export function fieldsFrom(typed: TypedProcedure): ProcedureFields {
  return {
    title: typed.title.trim(),
    description: typed.description.trim(),
    documents: typed.documents.map(({ name }) => name.trim()),
    answer_hours: Number(typed.answer_hours),
    is_active: typed.is_active,
  }
}

export const procedureResolver = ruleResolver<TypedProcedure>((typed) =>
  procedureFormErrors(fieldsFrom(typed)),
)
