import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'

// A portal in use, which the sample is not.

const ok = (name: string, text: string) => ({ name, state: 'ok', text })
const warning = (name: string, text: string) => ({ name, state: 'warning', text })
const failure = (name: string, text: string) => ({ name, state: 'failure', text })

const well = {
  version: '2.0.0',
  updates: { findings: [] },
  database: {
    findings: [
      ok('Base de datos', 'PostgreSQL 17.2.'),
      ok('Conexiones', 'cada proceso abre hasta 27, corren 3 y el servidor admite 97.'),
      ok('Esquema', 'al día.'),
    ],
    figures: { bytes: 4_180_000_000, analysed_at: '2026-11-23T11:05:00Z' },
  },
  documents: {
    findings: [
      ok('Documentos', 'se guardan en /var/lib/carpeta/documents.'),
      ok('Antivirus', '127.0.0.1:3310 responde.'),
      ok('Disco', 'quedan 80,3 GB en /var/lib/carpeta, quedan 312,9 GB en /srv/respaldos.'),
    ],
  },
  backups: {
    findings: [
      ok('Respaldo', 'el último en /srv/respaldos es del 22-11-2026 23:40.'),
      ok('Ensayo', 'el último, del 02-11-2026 10:12, repuso todo en 340 segundos.'),
      ok('Borrados', 'la base conoce todos los que están anotados en /srv/respaldos.'),
    ],
    figures: { bytes: 1_870_000_000 },
  },
  mail: {
    findings: [ok('Correo', 'smtp.correo-de-la-cooperativa.example:587 responde, con STARTTLS.')],
    figures: {
      waiting: [],
      hours: [
        { hour: '2026-11-23T14:00:00Z', sent: 12, failed: 0 },
        { hour: '2026-11-23T13:00:00Z', sent: 31, failed: 0 },
      ],
      failures: [],
    },
  },
  jobs: { findings: [ok('Trabajos', 'al día.')], figures: { kinds: [], failing: [] } },
  audit: {
    findings: [
      ok('Cadena', 'al día.'),
      ok('Bitácora', 'se ancla en el bucket anclas-de-la-cooperativa.'),
      ok('Revisión', 'la bitácora entera se revisó el 01-11-2026 09:00 y estaba íntegra.'),
    ],
  },
  data: {
    findings: [
      ok('Cargas', 'la última es del corte 23-11-2026 06:00.'),
      ok('UF', 'hoy $\u00a039.128,82; hay valores hasta el 09-12-2026.'),
    ],
  },
  processes: { findings: [ok('Procesos', '2 atienden el portal y 1 hace sus trabajos.')] },
}

const job = {
  created_at: '2026-11-21T14:05:00Z',
  tried_at: '2026-11-23T14:05:00Z',
  next_at: '2026-11-23T15:40:00Z',
}

const ill = {
  ...well,
  database: { ...well.database, figures: null },
  updates: { findings: [warning('Versión', 'hay una más nueva, 2.1.0; esta es la 2.0.0.')] },
  backups: {
    findings: [
      warning('Respaldo', 'el último en /srv/respaldos es del 12-11-2026 23:40.'),
      warning('Ensayo', 'nunca se ensayó reponer un respaldo (carpeta restore --rehearse).'),
      well.backups.findings[2],
    ],
    figures: { bytes: 1_870_000_000 },
  },
  mail: {
    findings: [failure('Correo', 'no respondió.')],
    figures: {
      waiting: [
        { task: 'send_announcement_email', emails: 812 },
        { task: 'send_email', emails: 7 },
      ],
      hours: [
        { hour: '2026-11-23T14:00:00Z', sent: 0, failed: 41 },
        { hour: '2026-11-23T13:00:00Z', sent: 250, failed: 3 },
      ],
      failures: [
        { outcome: 'connection', emails: 41 },
        { outcome: 'recipient', emails: 3 },
      ],
    },
  },
  jobs: {
    findings: [
      warning(
        'Trabajos',
        '1 falló y no se intenta más: «Los que fallan», en Sistema, dice cuáles.',
      ),
    ],
    figures: {
      kinds: [
        { task: 'send_announcement_email', waiting: 810, running: 2, failed: 0 },
        { task: 'send_email', waiting: 7, running: 0, failed: 1 },
        { task: 'run_import', waiting: 0, running: 1, failed: 0 },
      ],
      failing: [
        {
          ...{ id: 48211, task: 'send_email', has_failed: true, attempts: 20, ...job },
          failure: 'El servidor de correo rechazó el usuario o la contraseña.',
        },
        {
          ...{ id: 49007, task: 'send_announcement_email', has_failed: false, ...job },
          attempts: 3,
          failure: 'El otro servidor no respondió a tiempo.',
        },
      ],
    },
  },
}

async function openWith(page: Page, json: unknown) {
  await page.route('**/api/system/', (route) => route.fulfill({ json }))
  await logInAs(page, 'ivan', '/system')
}

export const systemPictures: Record<string, (page: Page) => Promise<unknown>> = {
  system: (page) => openWith(page, well),
  'system-ill': async (page) => {
    await openWith(page, ill)
    await page.getByText('Por hora', { exact: true }).click()
  },
  'system-discard': async (page) => {
    await openWith(page, ill)
    await page.getByRole('button', { name: 'Descartar el trabajo 48211' }).click()
  },
  'system-loading': async (page) => {
    await page.route('**/api/system/', () => {})
    await logInAs(page, 'ivan', '/system')
  },
}
