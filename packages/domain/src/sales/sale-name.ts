/** A name that distinguishes the sales of a member: 'Altos del Biobío · Casa 24'. */
export function saleName({
  project,
  code,
  type,
  lot,
}: {
  project: string
  code: string
  type: string
  lot: string
}): string {
  const property = [type, lot].filter(Boolean).join(' ')
  return [project || code, property].filter(Boolean).join(' · ')
}
