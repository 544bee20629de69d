import { systemMessages } from '@carpeta/domain/system/system-messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import type { System } from './calls.ts'
import { Component as Screen } from './system-screen.tsx'

const ok = (name: string, text: string) => ({ name, state: 'ok', text }) as const

const well: System = {
  version: '2.0.0',
  updates: { findings: [] },
  database: {
    findings: [ok('Base de datos', 'PostgreSQL 17.2.'), ok('Esquema', 'al día.')],
    figures: { bytes: 1_300_000_000, analysed_at: '2026-11-20T11:05:00Z' },
  },
  documents: { findings: [ok('Disco', 'quedan 80,0 GB en /var/lib/carpeta.')] },
  backups: {
    findings: [ok('Respaldo', 'el último en /srv/respaldos es del 20-11-2026 23:40.')],
    figures: { bytes: 52_000_000 },
  },
  mail: {
    findings: [ok('Correo', 'smtp.andalien.example responde, con TLS.')],
    figures: { waiting: [], hours: [], failures: [] },
  },
  jobs: { findings: [ok('Trabajos', 'al día.')], figures: { kinds: [], failing: [] } },
  audit: { findings: [ok('Cadena', 'al día.')] },
  data: { findings: [ok('UF', 'hoy $\u00a039.412,55; hay valores hasta el 09-12-2026.')] },
  processes: { findings: [ok('Procesos', '1 atiende el portal y 1 hace sus trabajos.')] },
}

const ill: System = {
  ...well,
  database: { ...well.database, figures: null },
  backups: {
    findings: [{ name: 'Respaldo', state: 'warning', text: 'el último es del 01-11-2026 23:40.' }],
    figures: null,
  },
  mail: {
    findings: [{ name: 'Correo', state: 'failure', text: 'no respondió.' }],
    figures: {
      waiting: [{ task: 'send_announcement_email', emails: 812 }],
      hours: [
        { hour: '2026-11-20T14:00:00Z', sent: 100, failed: 3 },
        { hour: '2026-11-20T13:00:00Z', sent: 250, failed: 0 },
      ],
      failures: [{ outcome: 'connection', emails: 3 }],
    },
  },
  jobs: {
    findings: [{ name: 'Trabajos', state: 'warning', text: '1 falló y no se intenta más.' }],
    figures: {
      kinds: [{ task: 'send_email', waiting: 2, running: 0, failed: 1 }],
      failing: [
        {
          id: 77,
          task: 'send_email',
          has_failed: true,
          created_at: '2026-11-17T14:05:00Z',
          tried_at: '2026-11-20T14:05:00Z',
          next_at: '2026-11-21T14:05:00Z',
          attempts: 20,
          failure: 'El otro servidor no acepta conexiones.',
        },
      ],
    },
  },
}

function open(...answers: System[]) {
  return {
    ...fakeServer({
      'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
      'GET /api/system/': answers.map((system) => json(200, system)),
      'POST /api/system/jobs/77/retry/': json(409, systemMessages.notFailing.text),
      'POST /api/system/jobs/77/discard/': json(200, {}),
    }),
    ...renderAt('/system', <Screen />),
  }
}

const partOf = (name: string) => within(screen.getByRole('region', { name }))

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ first_name: 'Iván', is_superuser: true }))
})

test('when all is well Iván reads that first, and each part says what was found, without its own name again (§12.1490, §12.1887)', async () => {
  open(well)
  expect(await screen.findByText('Todo en orden.')).toBeTruthy()
  expect(screen.getByText(/^Versión 2\.0\.0\. Revisado el/)).toBeTruthy()
  expect(partOf('Base de datos').getByText('1,2 GB')).toBeTruthy()
  expect(partOf('Respaldos').getByText('50 MB')).toBeTruthy()
  expect(partOf('Respaldos').getByText('Respaldo:').parentElement?.textContent).toBe(
    'En orden: Respaldo: el último en /srv/respaldos es del 20-11-2026 23:40.',
  )
  expect(partOf('Base de datos').getByText('PostgreSQL 17.2.')).toBeTruthy()
  expect(partOf('Trabajos').getByText('Al día.').parentElement?.textContent).toBe(
    'En orden: Al día.',
  )
  expect(partOf('Trabajos').getByText('No hay ninguno en espera ni en curso.')).toBeTruthy()
})

test('what is wrong stands first, the worst before, and leads to its part; figures that did not come are told (§12.1490, §12.1492)', async () => {
  open(ill)
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getByText('1 problema').parentElement?.textContent).toBe('1 problema y 2 avisos')
  expect(
    summary.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Correo', '#correo'],
    ['Respaldo', '#respaldos'],
    ['Trabajos', '#trabajos'],
  ])
  expect(screen.getByRole('region', { name: 'Correo' }).id).toBe('correo')
  expect(partOf('Base de datos').getByText('Sus cifras no llegaron a tiempo.')).toBeTruthy()
  const mail = partOf('Correo')
  expect(mail.getByText('Enviar un aviso por correo:').textContent).toContain('812')
  expect(mail.getByText('Enviados en 24 horas').nextElementSibling?.textContent).toBe('350')
  expect(mail.getByText('No hubo conexión:').textContent).toContain('3')
  const jobs = partOf('Trabajos')
  expect(jobs.getByText(/\(trabajo 77\): El otro servidor no acepta conexiones\./)).toBeTruthy()
  expect(jobs.getByText(/No se intenta más\./)).toBeTruthy()
})

test('Iván reads that a newer version is published, where somebody set its address (§12.1541)', async () => {
  const text = 'hay una más nueva, 2.1.0; esta es la 2.0.0.'
  open(well, { ...well, updates: { findings: [{ name: 'Versión', state: 'warning', text }] } })
  expect(await screen.findByText('Todo en orden.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Actualizaciones' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Revisar de nuevo' }))
  expect(await screen.findByRole('link', { name: 'Versión' })).toBeTruthy()
  expect(partOf('Actualizaciones').getByText(text)).toBeTruthy()
})

test('Iván has it looked at again (§12.1490)', async () => {
  open(ill, well)
  await userEvent.click(await screen.findByRole('button', { name: 'Revisar de nuevo' }))
  expect(await screen.findByText('Todo en orden.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Iván discards a failed job after he read what that means, and reads when it fails no more (§12.1493, §12.2035)', async () => {
  const { seen } = open(ill, well)
  const posts = () => seen.filter(({ method }) => method === 'POST').map(({ url }) => url)
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar el trabajo 77' }))
  await userEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Reintentar' }),
  )
  expect(await screen.findByText(systemMessages.notFailing.text)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))

  const discard = await screen.findByRole('button', { name: 'Descartar el trabajo 77' })
  expect(discard.dataset.variant).toBe('danger')
  await userEvent.click(discard)
  const dialog = within(screen.getByRole('dialog', { name: 'Descartar el trabajo' }))
  expect(
    dialog.getByText(/nadie lo recibirá, y su texto se borra\. No se puede deshacer\./),
  ).toBeTruthy()
  expect(posts()).toHaveLength(1)
  await userEvent.click(dialog.getByRole('button', { name: 'Descartar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posts()[1]).toContain('/api/system/jobs/77/discard/')
  expect(await screen.findByText('Todo en orden.')).toBeTruthy()
})
