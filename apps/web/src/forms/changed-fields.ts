/** Of a thing that is edited, what was changed: the rest may be somebody else's newer work. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Fields,
): Partial<Fields> {
  const old = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  )
  return Object.fromEntries(changed) as Partial<Fields>
}
