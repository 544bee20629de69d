const COOKIE = 'csrftoken'

let fetchedToken = ''
/** What the cookie was when the token was last fetched: refused, of another site, or absent. */
let replacedCookie = ''

/** Read before each call, since the server changes the cookie at every login. */
export function csrfToken(): string {
  const cookie = cookieToken()
  return cookie && cookie !== replacedCookie ? cookie : fetchedToken || cookie
}

/** Stores the token for when the cookie of the API host cannot be read. @returns what was fetched */
export async function rememberCsrfToken(fetched: Promise<unknown>): Promise<unknown> {
  const cookie = cookieToken()
  const body = await fetched
  fetchedToken = tokenIn(body)
  replacedCookie = cookie
  return body
}

function cookieToken(): string {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${COOKIE}=`))
  return pair ? decodeURIComponent(pair.slice(COOKIE.length + 1)) : ''
}

function tokenIn(body: unknown): string {
  if (typeof body === 'string') return body
  const { token, csrfToken, csrftoken } = Object(body)
  return [token, csrfToken, csrftoken].find((value) => typeof value === 'string') ?? ''
}
