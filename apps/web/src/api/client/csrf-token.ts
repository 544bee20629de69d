const COOKIE = 'csrftoken'

let fetchedToken = ''

/** Read before each call, since the server changes the cookie at every login. */
export function csrfToken(): string {
  return cookieToken() || fetchedToken
}

/** Stores the token for when the cookie of the API host cannot be read. */
export function rememberCsrfToken(body: unknown) {
  fetchedToken = tokenIn(body)
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
