/** 'r***@correo.example': enough to know one's own address again, and for nobody else to learn it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first] = email.slice(0, Math.max(at, 0))
  return first === undefined ? '' : `${first}***${email.slice(at)}`
}
