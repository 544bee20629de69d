import type { Refusal } from '@carpeta/domain/errors/refusal'
import type { FieldErrors, FieldPath, FieldValues, Resolver, ResolverResult } from 'react-hook-form'

/** A resolver for a form whose rules are in the domain package. */
export function ruleResolver<Typed extends FieldValues>(
  brokenIn: (typed: Typed) => Partial<Record<FieldPath<Typed>, Refusal>>,
): Resolver<Typed> {
  return (typed): ResolverResult<Typed> => {
    const broken = Object.entries<Refusal | undefined>(brokenIn(typed))
    if (broken.length === 0) return { values: typed, errors: {} }
    const errors = broken.map(([name, refusal]) => [name, { type: 'rule', message: refusal?.text }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Typed> }
  }
}
