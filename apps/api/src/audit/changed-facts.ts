type Facts = Record<string, unknown>

/** The changed values, for an audit event. */
export function changedFacts(before: Facts, after: Facts): { before: Facts; after: Facts } {
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  const pick = (facts: Facts) => Object.fromEntries(changed.map((name) => [name, facts[name]]))
  return { before: pick(before), after: pick(after) }
}
