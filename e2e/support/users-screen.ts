import type { Locator, Page } from '@playwright/test'
import { expectLoaded } from './checks.ts'
import { expect, type Guest, logInAs } from './portal.ts'

export const rows = (page: Page): Locator =>
  page.getByRole('table', { name: 'Usuarios' }).getByRole('row')

export const userForm = (page: Page): Locator => page.getByRole('dialog', { name: 'Usuarios' })

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** An action of the menu of a row. */
export async function chooseOfRow(page: Page, person: string, action: string): Promise<void> {
  await press(page, `Acciones de ${person}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

export async function openUsersAs(page: Page, name: 'carla' | 'ivan'): Promise<void> {
  await logInAs(page, name, '/users')
  await expect(rows(page).first()).toBeVisible()
}

/** Leaves only this person's row in the list. */
export async function filterByRut(page: Page, rut: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Buscar por nombre, rut o correo' }).fill(rut)
  await expect(page).toHaveURL(/social_security=/)
  await expect(rows(page)).toHaveCount(2)
  await expectLoaded(page)
}

export async function fillUserForm(page: Page, person: Guest): Promise<void> {
  await userForm(page).getByLabel('Nombre').fill(person.firstName)
  await userForm(page).getByLabel('Apellido').fill(person.lastName)
  await userForm(page).getByLabel('Correo').fill(person.email)
  await userForm(page).getByLabel('Rut').fill(person.rut)
}

/** Answers the question with OK, waits for what was done, and closes the dialog. */
export async function confirm(page: Page, done: string | RegExp): Promise<void> {
  await press(page, 'OK')
  await expect(page.getByText(done)).toBeVisible()
  await press(page, 'OK')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
