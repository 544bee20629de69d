const COOKIE = 'csrftoken'

let answered = ''

/** Re-read before each call: the server changes it at every login. */
export function csrfToken(): string {
  return cookieToken() || answered
}

/** With the API on a host whose cookies we cannot read, the token it answered must do. */
export function rememberCsrfToken(body: unknown) {
  answered = tokenIn(body)
}

function cookieToken(): string {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`))
  return pair ? decodeURIComponent(pair.slice(COOKIE.length + 1)) : ''
}

function tokenIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const { token, csrfToken, csrftoken } = body as Record<string, unknown>
  const found = [token, csrfToken, csrftoken].find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}
