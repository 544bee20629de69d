/** 'r***@correo.example': the owner recognises the address, others do not learn it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first] = email.slice(0, Math.max(at, 0))
  return first === undefined ? '' : `${first}***${email.slice(at)}`
}
