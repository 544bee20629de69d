import type { Page } from '@playwright/test'
import { expect, logInAs, openPage, test } from '../support/portal.ts'

/** Replaces the row of this host. @returns the warnings on the console */
async function useRow(page: Page, row: unknown): Promise<string[]> {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.route('**/environments.json', (route) => route.fulfill({ json: { localhost: row } }))
  return warnings
}

test('every screen works with a row of the host table that has nothing but the API’s address, and with wrong and unknown fields (§10.76, §10.98)', async ({
  page,
}) => {
  const warnings = await useRow(page, { api: '' })
  await openPage(page, '/')
  await expect(page.getByText('Horario de atención')).toBeVisible()
  await expect(page.getByText('contacto@', { exact: false })).toHaveCount(0)
  await logInAs(page, 'carla')
  for (const path of ['/dashboard', '/profile', '/users', '/requests', '/audit']) {
    await openPage(page, path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByText('Ocurrió un error', { exact: false }), path).toHaveCount(0)
  }
  expect(warnings.join('\n')).toContain(
    '/environments.json, localhost: falta environment, falta debug, falta max_inactivity',
  )

  const others = await useRow(page, {
    api: '',
    environment: 'producción',
    max_inactivity: 'una hora',
    contact_email: null,
    contact_phone: 56_410_000_000,
    company: { name: 'Cooperativa' },
    retention: [6],
    color: 'azul',
  })
  await openPage(page, '/privacy')
  await expect(page.getByText(/6 años desde su cierre/)).toBeVisible()
  await openPage(page, '/dashboard')
  await expect(page.getByText('Hola, Carla')).toBeVisible()
  await expect(page.getByText('Ocurrió un error', { exact: false })).toHaveCount(0)
  expect(others.join('\n')).toContain('contact_phone no es válido')
  expect(others.join('\n')).toContain('color no se conoce')
})
