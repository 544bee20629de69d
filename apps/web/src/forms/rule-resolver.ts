import type { FieldErrors, FieldPath, FieldValues, Resolver, ResolverResult } from 'react-hook-form'

/** A resolver for a form whose rules are in the domain package. */
export function ruleResolver<Typed extends FieldValues>(
  brokenIn: (typed: Typed) => Partial<Record<FieldPath<Typed>, string>>,
): Resolver<Typed> {
  return (typed): ResolverResult<Typed> => {
    const broken = Object.entries(brokenIn(typed))
    if (broken.length === 0) return { values: typed, errors: {} }
    const errors = broken.map(([name, message]) => [name, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Typed> }
  }
}
