import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, GUEST_PASSWORD } from './portal.ts'

interface Authenticator {
  countPasskeys(): Promise<number>
}

interface Behaviour {
  /** Chooses a passkey as soon as a login page offers it in its field, as if somebody did. */
  choosesInFields?: boolean
}

/**
 * Gives this browser an authenticator like a phone's: it verifies its user, keeps passkeys and
 * answers at once.
 */
export async function addAuthenticator(
  page: Page,
  { choosesInFields = false }: Behaviour = {},
): Promise<Authenticator> {
  if (!choosesInFields) {
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async countPasskeys() {
      return (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length
    },
  }
}

/** The code of a secret now, or some steps of 30 seconds later. */
export function totpCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

/** Answers the question for the password, which comes before the first factor. */
export async function confirmPassword(page: Page, password = GUEST_PASSWORD): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await question.getByLabel('Contraseña', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Continuar' }).click()
  await expect(question).toHaveCount(0)
}

interface Which {
  isFirst?: boolean
}

/** Sets up a code application in the profile. @returns its secret */
export async function setUpTotp(page: Page, { isFirst = true }: Which = {}): Promise<string> {
  await page.getByRole('button', { name: 'Configurar una aplicación de códigos' }).click()
  if (isFirst) await confirmPassword(page)
  const secret = await readSecret(page)
  await page.getByLabel('Código', { exact: true }).fill(totpCode(secret))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  return secret
}

/** The secret that the open dialog shows. */
export async function readSecret(page: Page): Promise<string> {
  const shown = await page.getByRole('dialog').locator('code').textContent()
  return (shown ?? '').replaceAll(' ', '')
}

/** Reads the recovery codes that are shown once, and closes their dialog. */
export async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Códigos de recuperación' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return codes
}

export const PASSKEY_LOGIN = 'Ingresar con una llave de acceso'

/** Adds a passkey in the profile, as the first factor. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click()
  await page.getByRole('dialog').getByLabel('Nombre').fill(name)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await confirmPassword(page)
}
