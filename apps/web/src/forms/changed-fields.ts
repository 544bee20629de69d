/**
 * The fields that the user changed. The others are not sent, since somebody else may have changed
 * them.
 */
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
