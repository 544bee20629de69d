import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import { vi } from 'vitest'
import { stop } from '../carpeta-process.ts'
import { freePort } from '../free-port.ts'

const programs = [process.env.NGINX_PATH, '/usr/sbin/nginx', '/usr/bin/nginx']
const site = fileURLToPath(new URL('../../../../deploy/nginx/carpeta.conf', import.meta.url))
const NAME = 'portal.cooperativa.example'

/** A test says by it from which address it calls. */
export const VISITOR_HEADER = 'x-visitor'

/** One for all: of two with the same name a client would trust one. */
let certificate: ReturnType<typeof generate> | undefined

interface Nginx {
  origin: string
  plainOrigin: string
  /** Which process answered each call, in order. */
  upstreams: () => string[]
  /** What an operator finds in the logs of the site. */
  logs: () => { access: string; error: string }
  /** From now on no body and no answer can wait on the disk. */
  fillDisk: () => void
  stop: () => Promise<void>
}

/** nginx with the site of `deploy/nginx`, on free ports, with a certificate that this process trusts. */
export async function startNginx(portals: number[]): Promise<Nginx> {
  const program = programs.find((path) => path && existsSync(path))
  if (!program) {
    throw new Error(
      'No hay un nginx para esta prueba. Instale «nginx» con el gestor de paquetes del sistema, o indique el programa con NGINX_PATH.',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-nginx-'))
  chmodSync(folder, 0o755)
  const path = (name: string) => join(folder, name)
  certificate ??= generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const { private: key, cert } = await certificate
  setDefaultCACertificates([cert])
  writeFileSync(path('key.pem'), key, { mode: 0o600 })
  writeFileSync(path('cert.pem'), cert)
  const [plain, tls] = [await freePort(), await freePort()]
  writeFileSync(path('site.conf'), adapted({ plain, tls, portals, path }))
  writeFileSync(path('nginx.conf'), main(path))
  execFileSync(program, ['-t', '-q', '-c', path('nginx.conf')], { stdio: 'pipe' })
  const child = spawn(program, ['-c', path('nginx.conf')], { stdio: 'ignore' })
  await vi.waitFor(() => canConnect(tls), 60_000)
  return {
    origin: `https://localhost:${tls}`,
    plainOrigin: `http://localhost:${plain}`,
    upstreams: () => readFileSync(path('upstreams.log'), 'utf8').trim().split('\n'),
    logs: () => ({
      access: readFileSync(path('access.log'), 'utf8'),
      error: readFileSync(path('error.log'), 'utf8'),
    }),
    fillDisk: () => {
      for (const name of ['body', 'proxy']) rmSync(path(name), { recursive: true })
    },
    stop: async () => {
      await stop(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Places {
  plain: number
  tls: number
  portals: number[]
  path: (name: string) => string
}

/** Only ports, name, certificate and folder of logs differ from the site that operators get; a second log tells upstreams. */
function adapted({ plain, tls, portals, path }: Places): string {
  const lines = portals.map((port) => `  server 127.0.0.1:${port} max_fails=0;\n`)
  let isFirst = true
  return readFileSync(site, 'utf8')
    .replace(/ {2}server 127\.0\.0\.1:\d+ max_fails=0;\n/g, () => {
      const written = isFirst ? lines.join('') : ''
      isFirst = false
      return written
    })
    .replaceAll(`/etc/letsencrypt/live/${NAME}/fullchain.pem`, path('cert.pem'))
    .replaceAll(`/etc/letsencrypt/live/${NAME}/privkey.pem`, path('key.pem'))
    .replaceAll(
      '/opt/carpeta-virtual/current/lib/node_modules/carpeta-virtual/deploy/nginx',
      dirname(site),
    )
    .replaceAll(`https://${NAME}`, `https://localhost:${tls}`)
    .replaceAll(NAME, 'localhost')
    .replaceAll('[::]:', '[::1]:')
    .replaceAll(/listen (\[::1\]:)?80;/g, `listen $1${plain};`)
    .replaceAll(/listen (\[::1\]:)?443 /g, `listen $1${tls} `)
    .replaceAll(/ access_log .*/g, `$&\n  access_log ${path('upstreams.log')} upstream;`)
    .replaceAll('/var/log/nginx/', `${path('')}/`)
}

function main(path: (name: string) => string): string {
  return `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${path('nginx.pid')};
error_log ${path('error.log')};
events { worker_connections 256; }
http {
  client_body_temp_path ${path('body')};
  proxy_temp_path ${path('proxy')};
  fastcgi_temp_path ${path('fastcgi')};
  uwsgi_temp_path ${path('uwsgi')};
  scgi_temp_path ${path('scgi')};
  log_format upstream '$upstream_addr';
  set_real_ip_from 127.0.0.0/8;
  set_real_ip_from ::1;
  real_ip_header ${VISITOR_HEADER};
  access_log ${path('access.log')};
  include ${path('site.conf')};
}
`
}

function canConnect(port: number): Promise<void> {
  return new Promise((connected, fail) => {
    const socket = connect(port, 'localhost')
      .once('connect', () => {
        socket.destroy()
        connected()
      })
      .once('error', fail)
  })
}
