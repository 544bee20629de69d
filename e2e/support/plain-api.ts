import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { personas } from '../../apps/api/seeds/personas.ts'

// An API that answers exactly what the specification says in §3 and §7, and 404 to everything else. It
// has no error codes, no drafts and no slot files, and its CSRF failures are Django's.

type Json = Record<string, unknown>

export const PLAIN_PASSWORD = 'Carpeta#2026'
/** An activation link that dies between its check and the new password. */
export const DYING_LINK = 'muere'
const DEAD = 'El link ya no está disponible'

interface Account {
  id: number
  first_name: string
  last_name: string
  email: string
  username: string
  is_active: boolean
  is_superuser: boolean
  permissions: string[]
  group_ids: number[]
  profile: Json & { social_security: string; is_client: boolean }
  /** Only listed rows carry it. */
  deleted_at?: string
}

interface Call {
  method: string
  /** Of an id there is `:id`. */
  path: string
  status: number
  body: unknown
}

/** What the web asks for at one URL: `web`. With `isElsewhere` the API listens on another port. */
export interface PlainPortal {
  web: string
  calls: Call[]
  /** Every token given out so far is refused from now on. */
  forgetTokens(): void
  close(): Promise<void>
}

interface Options {
  /** On another origin, whose token only the answer of `GET csrftoken` tells. */
  isElsewhere?: boolean
}

export async function openPlainPortal({ isElsewhere = false }: Options = {}): Promise<PlainPortal> {
  const api = new PlainApi(isElsewhere)
  const apiServer = isElsewhere ? await listen(createServer(api.handle)) : null
  const web = await listen(
    createServer((request, answer) => {
      const path = new URL(request.url ?? '/', 'http://web').pathname
      if (!isElsewhere && path.startsWith('/api/')) api.handle(request, answer)
      else serveFile(path, apiServer ? urlOf(apiServer) : '', answer)
    }),
  )
  if (apiServer) api.webOrigin = urlOf(web)
  return {
    web: urlOf(web),
    calls: api.calls,
    forgetTokens: () => api.forgetTokens(),
    async close() {
      for (const server of [web, apiServer]) {
        server?.closeAllConnections()
        await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
      }
    },
  }
}

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, () => resolve(server)))
}

function urlOf(server: Server): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const procedures = [
  { id: 1, title: 'Actualización de datos', description: 'Corrige tus datos.', document_amount: 0 },
  { id: 2, title: 'Copia de contrato', description: 'Con tu cédula.', document_amount: 1 },
  { id: 3, title: 'Cesión de derechos', description: '', document_amount: 3 },
]

const groups = [
  { id: 1, name: 'Administración' },
  { id: 2, name: 'Contabilidad' },
]

const staffPermissions = [
  'auth.add_user',
  'auth.change_user',
  'auth.delete_user',
  'users.manage_users',
]

class PlainApi {
  readonly calls: Call[] = []
  webOrigin = ''
  readonly #isTokenHidden: boolean
  readonly #accounts = buildAccounts()
  readonly #sale = buildSale()
  readonly #requests: { id: number; procedure: number; documents: number; isSent: boolean }[] = []
  #sessions = new Map<string, number>()
  #tokens = new Set<string>()
  #last = 0

  constructor(isTokenHidden: boolean) {
    this.#isTokenHidden = isTokenHidden
  }

  forgetTokens() {
    this.#tokens = new Set()
  }

  readonly handle = (request: IncomingMessage, answer: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => this.#answer(request, Buffer.concat(parts).toString('latin1'), answer))
  }

  #answer(request: IncomingMessage, text: string, answer: ServerResponse) {
    const { method = 'GET', url = '/' } = request
    const { pathname, searchParams } = new URL(url, 'http://api')
    if (this.webOrigin) {
      answer.setHeader('access-control-allow-origin', this.webOrigin)
      answer.setHeader('access-control-allow-credentials', 'true')
    }
    if (method === 'OPTIONS') {
      answer.setHeader('access-control-allow-methods', 'DELETE, GET, OPTIONS, PATCH, POST, PUT')
      answer.setHeader('access-control-allow-headers', 'accept, content-type, x-csrftoken')
      answer.writeHead(200).end()
      return
    }
    const cookies = cookiesOf(request)
    const me = this.#accounts.find(({ id }) => id === this.#sessions.get(cookies.sessionid ?? ''))
    const body = bodyOf(request, text)
    const [status, content] = this.#route({
      method,
      path: pathname,
      query: searchParams,
      body,
      me,
      session: cookies.sessionid,
      token: String(request.headers['x-csrftoken'] ?? ''),
      answer,
    })
    const path = pathname.replace(/\/\d+\//, '/:id/')
    this.calls.push({ method, path, status, body })
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  }

  #newToken(answer: ServerResponse): string {
    this.#last += 1
    const token = `token${this.#last}`.padEnd(32, 'x')
    this.#tokens.add(token)
    const hidden = this.#isTokenHidden ? '; HttpOnly' : ''
    answer.appendHeader('set-cookie', `csrftoken=${token}; Path=/; SameSite=Lax${hidden}`)
    return token
  }

  #route(call: Routed): [status: number, content: unknown] {
    const { method, path, query, body, me, token, answer } = call
    const key = `${method} ${path.replace(/\/\d+\//, '/:id/')}`
    if (key === 'GET /api/auth/csrftoken/') return [200, { token: this.#newToken(answer) }]
    const isKnown = key in known
    if (!isKnown) return [404, { detail: 'No encontrado.' }]
    if (method !== 'GET' && !this.#tokens.has(token)) {
      return [403, { detail: 'CSRF Failed: CSRF token from the header incorrect.' }]
    }
    if (known[key] === 'user' && !me) {
      return [401, { detail: 'Las credenciales de autenticación no se proveyeron.' }]
    }
    const id = Number(/\/(\d+)\//.exec(path)?.[1])
    const user = this.#accounts.find((account) => account.id === id)
    switch (key) {
      case 'POST /api/auth/login/':
        return this.#logIn(String(body.username), String(body.password), answer)
      case 'POST /api/auth/logout/':
        this.#sessions.delete(call.session ?? '')
        this.#newToken(answer)
        return [200, {}]
      case 'GET /api/auth/user/':
        return [200, me]
      case 'POST /api/client/password/':
        if (body.token === DYING_LINK) return [422, DEAD]
        return [200, { social_security: personas.rosa.rut }]
      case 'GET /api/client/check/':
        return check(query.get('token') ?? '')
      case 'GET /api/client/':
        return [200, me]
      case 'GET /api/sales-data/':
        return me?.profile.is_client ? [200, [this.#sale]] : [403, { detail: 'Sin permiso.' }]
      case 'GET /api/procedures/':
        return [200, pageOf(procedures, query)]
      case 'GET /api/groups/':
        return [200, pageOf(groups, query)]
      case 'POST /api/request/create/':
        this.#requests.push({
          id: this.#requests.length + 41,
          procedure: Number(body.procedure_id),
          documents: 0,
          isSent: false,
        })
        return [201, { id: this.#requests.at(-1)?.id }]
      case 'POST /api/upload-document/':
        return this.#upload(Number(body.request_id))
      case 'POST /api/request/send/':
        return this.#send(Number(body.request_id))
      case 'GET /api/users/':
        return [200, pageOf(this.#listed(query, false), query)]
      case 'GET /api/users/trashed/':
        return [200, pageOf(this.#listed(query, true), query)]
      case 'POST /api/users/':
        return this.#create(body)
      case 'GET /api/users/:id/':
        return user ? [200, user] : [404, { detail: 'No encontrado.' }]
      case 'PATCH /api/users/:id/':
        if (user) change(user, body)
        return user ? [200, user] : [404, { detail: 'No encontrado.' }]
      case 'DELETE /api/users/:id/':
        if (user) user.deleted_at = '2026-11-24T12:00:00Z'
        return [200, {}]
      case 'PATCH /api/users/:id/restore/':
        delete user?.deleted_at
        return [200, user]
      default:
        return [200, {}]
    }
  }

  #logIn(username: string, password: string, answer: ServerResponse): [number, unknown] {
    const account = this.#accounts.find((each) => each.username === username.replaceAll('.', ''))
    if (!account || password !== PLAIN_PASSWORD) {
      return [400, { __all__: ['Los datos ingresados no son correctos'] }]
    }
    this.#last += 1
    const session = `session${this.#last}`
    this.#sessions.set(session, account.id)
    // As Django does: every login has a new token, and the former is worth nothing.
    this.forgetTokens()
    this.#newToken(answer)
    answer.appendHeader('set-cookie', `sessionid=${session}; Path=/; HttpOnly; SameSite=Lax`)
    return [200, account]
  }

  #upload(requestId: number): [number, unknown] {
    const request = this.#requests.find(({ id }) => id === requestId)
    if (!request) return [404, { detail: 'No encontrado.' }]
    request.documents += 1
    // The web shows nothing of this answer, so it may be anything.
    return [201, 'ok']
  }

  #send(requestId: number): [number, unknown] {
    const request = this.#requests.find(({ id }) => id === requestId)
    const procedure = procedures.find(({ id }) => id === request?.procedure)
    if (!request || !procedure) return [404, { detail: 'No encontrado.' }]
    const missing = procedure.document_amount - request.documents
    if (missing > 0) return [400, [`Faltan ${missing} documentos`]]
    request.isSent = true
    const { title: tramite_titulo } = procedure
    this.#sale.requerimientos.push({
      key: request.id,
      tramite_titulo,
      fecha: '2026-11-24',
      respuesta: '',
      fecha_cierre: '',
    })
    return [200, {}]
  }

  #listed(query: URLSearchParams, isDeleted: boolean): Account[] {
    const wanted = (name: string) => (query.get(name) ?? '').replaceAll('.', '').toLowerCase()
    const found = this.#accounts.filter(
      ({ first_name, last_name, email, profile, deleted_at }) =>
        (deleted_at !== undefined) === isDeleted &&
        `${first_name} ${last_name}`.toLowerCase().includes(wanted('fullname')) &&
        email.includes(wanted('email')) &&
        profile.social_security.toLowerCase().includes(wanted('social_security')),
    )
    const by = query.get('orderBy') || 'id'
    const sortedBy = (account: Account) => String((account as unknown as Json)[by] ?? '')
    found.sort((a, b) => sortedBy(a).localeCompare(sortedBy(b), 'es', { numeric: true }))
    return query.get('orderDesc') ? found.toReversed() : found
  }

  #create(body: Json): [number, unknown] {
    const { social_security } = Object(body.profile) as { social_security?: string }
    if (this.#accounts.some((each) => each.username === social_security)) {
      return [400, { profile: { social_security: ['Ya existe un usuario con este rut'] } }]
    }
    const account = buildAccount(this.#accounts.length + 1, String(social_security), '', '')
    change(account, body)
    this.#accounts.push(account)
    return [201, account]
  }
}

interface Routed {
  method: string
  path: string
  query: URLSearchParams
  body: Json
  me: Account | undefined
  session: string | undefined
  token: string
  answer: ServerResponse
}

/** The calls of §7, and who may make them. */
const known: Record<string, 'public' | 'user'> = {
  'POST /api/auth/login/': 'public',
  'POST /api/auth/logout/': 'public',
  'GET /api/auth/user/': 'user',
  'POST /api/auth/register/': 'public',
  'POST /api/confirm-email/': 'public',
  'POST /api/send-restore-password-ss/': 'public',
  'POST /api/restore-password/': 'public',
  'GET /api/client/': 'user',
  'GET /api/client/check/': 'public',
  'POST /api/client/password/': 'public',
  'POST /api/client/password/change/': 'user',
  'GET /api/sales-data/': 'user',
  'GET /api/procedures/': 'user',
  'POST /api/request/create/': 'user',
  'POST /api/upload-document/': 'user',
  'POST /api/request/send/': 'user',
  'GET /api/groups/': 'user',
  'GET /api/users/': 'user',
  'GET /api/users/trashed/': 'user',
  'GET /api/users/:id/': 'user',
  'POST /api/users/': 'user',
  'PATCH /api/users/:id/': 'user',
  'DELETE /api/users/:id/': 'user',
  'PATCH /api/users/:id/restore/': 'user',
}

function check(token: string): [number, unknown] {
  if (token === 'restaurar') return [200, { can_restore_password: true, is_active: true }]
  if (token === 'usado') return [200, { can_restore_password: false, is_active: true }]
  if (token === 'activar' || token === DYING_LINK) {
    return [200, { can_restore_password: false, is_active: false }]
  }
  return [422, DEAD]
}

function pageOf<Row>(rows: Row[], query: URLSearchParams) {
  const size = Number(query.get('pageSize') ?? 10)
  const lastPage = Math.max(1, Math.ceil(rows.length / size))
  const current = Math.min(Number(query.get('page') ?? 1), lastPage)
  return { results: rows.slice((current - 1) * size, current * size), current, lastPage }
}

function change(account: Account, body: Json) {
  const { first_name, last_name, email, group_ids, is_active, profile } = body
  Object.assign(account, { first_name, last_name, email, is_active, group_ids })
  const { social_security } = Object(profile) as { social_security?: string }
  if (social_security) account.profile.social_security = social_security
}

/** The header's cookies by name. */
function cookiesOf({ headers }: IncomingMessage): Record<string, string> {
  const pairs = (headers.cookie ?? '').split('; ').map((pair) => pair.split('='))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]))
}

function bodyOf({ headers }: IncomingMessage, text: string): Json {
  const type = headers['content-type'] ?? ''
  if (type.startsWith('application/json')) return JSON.parse(text || '{}')
  if (!type.startsWith('multipart/')) return Object.fromEntries(new URLSearchParams(text))
  const fields = text.matchAll(/name="(\w+)"(?:; filename="([^"]*)")?[\s\S]*?\r\n\r\n([^\r]*)/g)
  return Object.fromEntries([...fields].map(([, name, file, value]) => [name, file ?? value]))
}

function buildAccount(id: number, rut: string, firstName: string, lastName: string): Account {
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email: `${firstName.toLowerCase()}@correo.example`,
    username: rut,
    is_active: true,
    is_superuser: false,
    permissions: [],
    group_ids: [],
    profile: {
      id,
      name: 'Socio',
      social_security: rut,
      is_client: true,
      updated_at: '2026-11-20T23:24:13Z',
    },
  }
}

/** Rosa, Carla, Iván and so many members that the list has two pages. */
function buildAccounts(): Account[] {
  const staff = (id: number, rut: string, first: string, last: string): Account => {
    const account = buildAccount(id, rut, first, last)
    const profile = { ...account.profile, name: 'Administración', is_client: false }
    return { ...account, permissions: staffPermissions, group_ids: [1], profile }
  }
  const members = ['Hernán', 'Elena', 'Tomás', 'Pía', 'Bruno', 'Ana', 'Luis', 'Marta', 'Nora']
  const ruts = [
    personas.hernan.rut,
    personas.elena.rut,
    personas.tomas.rut,
    personas.pia.rut,
    personas.bruno.rut,
    '16543987-2',
    '13456789-9',
    '17654321-5',
    '18765432-7',
  ]
  return [
    buildAccount(1, personas.rosa.rut, 'Rosa', 'Muñoz Sepúlveda'),
    staff(2, personas.carla.rut, 'Carla', 'Neira Bustos'),
    { ...staff(3, personas.ivan.rut, 'Iván', 'Rojas Díaz'), is_superuser: true },
    ...members.map((name, index) => ({
      ...buildAccount(index + 4, ruts[index] ?? '', name, 'Soto Vidal'),
      is_active: name !== 'Tomás',
    })),
  ]
}

/** Rosa's sale of the sample, without what the specification does not have. */
function buildSale(): Json & { requerimientos: Json[] } {
  const file = fileURLToPath(new URL('../../apps/api/seeds/sample-export.ndjson', import.meta.url))
  const [, line = ''] = readFileSync(file, 'utf8').split('\n')
  const { code, venta, pagos, estado_de_pago, compromiso, seguimiento } = JSON.parse(line)
  return {
    code,
    venta,
    pagos: pagos.map(
      ({ key, monto_uf, fecha_deposito, tipo_doc_descripcion, ficha_pago }: Json) => ({
        key,
        monto_uf,
        fecha_deposito,
        tipo_doc_descripcion,
        ficha_pago,
      }),
    ),
    estado_de_pago: {
      'Cuotas mensuales': {
        cuotas: estado_de_pago['Cuotas mensuales'].cuotas.map(
          ({ fecha_vencimiento, monto_uf, monto_uf_saldo, estado }: Json) => ({
            fecha_vencimiento,
            monto_uf,
            monto_uf_saldo,
            estado,
          }),
        ),
      },
    },
    compromiso,
    seguimiento,
    requerimientos: [
      {
        key: 12,
        tramite_titulo: 'Copia de contrato',
        fecha: '2026-10-02',
        respuesta: 'Puede retirarla en la oficina.',
        fecha_cierre: '2026-10-05',
      },
    ],
  }
}

const dist = fileURLToPath(new URL('../../apps/web/dist', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
}

/** The built web, as any server of static files would serve it, with a host table of its own. */
function serveFile(path: string, api: string, answer: ServerResponse) {
  if (path === '/environments.json') {
    const host = {
      environment: 'test',
      api,
      debug: false,
      max_inactivity: 0,
      link_home: '/',
      app_version: '1',
      company: 'Cooperativa de prueba',
      contact_email: 'hola@correo.example',
      contact_phone: '+56 41 222 3344',
      office_address: 'Talcahuano',
    }
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ localhost: host }))
    return
  }
  const file = [path, `${path}/index.html`].map((each) => join(dist, each)).find(isFile)
  const found = file ?? join(dist, '404.html')
  answer.writeHead(file ? 200 : 404, { 'content-type': types[extname(found)] ?? 'text/plain' })
  answer.end(readFileSync(found))
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
