/** The filters of the specification that one search box stands for. */
export const searchedFilters = ['fullname', 'email', 'social_security'] as const

/** An '@' looks for an email, digits for a rut, anything else for a name; the others are removed. */
export function filtersOf(text: string): Record<string, string> {
  const none = { fullname: '', email: '', social_security: '' }
  if (text.includes('@')) return { ...none, email: text }
  if (/^[\d.\s-]*\d[\d.\s-]*k?$/i.test(text)) return { ...none, social_security: text }
  return { ...none, fullname: text }
}

/** The text of the box. Null when it cannot show the filters: they are in the fields. */
export function textOf(filters: Record<string, string>): string | null {
  const given = searchedFilters.flatMap((name) => filters[name] || [])
  if (given.length > 1) return null
  const [text = ''] = given
  const isSame = searchedFilters.every((name) => filtersOf(text)[name] === (filters[name] ?? ''))
  return isSame ? text : null
}
