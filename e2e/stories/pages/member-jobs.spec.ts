import type { Locator, Page } from '@playwright/test'
import { expectLoaded } from '../../support/checks.ts'
import { fileRequests } from '../../support/filings.ts'
import { hasPaidNothing } from '../../support/nothing-paid.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

const PHONE = { width: 360, height: 740 }

/** What a member comes for, from the page after the login; what it takes at most. */
interface Job {
  name: string
  taps: number
  /** Screens that pass under the thumb before the next thing to tap, or to read, is in sight. */
  screens: number
  does: (phone: Phone) => Promise<void>
}

/** Rosa's phone, which counts. */
class Phone {
  taps = 0
  screens = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async tap(target: Locator): Promise<void> {
    await this.see(target)
    await target.click()
    this.taps++
  }

  async see(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    await expectLoaded(this.page)
    const box = await target.boundingBox()
    const below = (box?.y ?? Infinity) + (box?.height ?? 0) - PHONE.height
    this.screens += Math.max(0, Math.ceil(below / PHONE.height))
  }

  async choose(page: string): Promise<void> {
    await this.tap(this.button('Abrir menú'))
    const menu = this.page.getByRole('navigation', { name: 'Menú principal' })
    await this.tap(menu.getByRole('link', { name: page }))
  }

  link = (name: string | RegExp) => this.page.getByRole('link', { name })
  button = (name: string | RegExp) => this.page.getByRole('button', { name, exact: true })
  heading = (name: string | RegExp) => this.page.getByRole('heading', { name })
}

const jobs: Job[] = [
  {
    name: 'what is owed, and the button to pay it',
    taps: 0,
    screens: 0,
    does: async (phone) => {
      await phone.see(phone.page.getByText(/cuota atrasada/).first())
      const due = await phone.heading('Próximo pago').boundingBox()
      expect(due?.y).toBeLessThanOrEqual(270)
      await phone.see(phone.button(/^No: pagar/))
    },
  },
  {
    name: 'pay what is overdue',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.tap(phone.button(/^No: pagar/))
      const dialog = phone.page.getByRole('dialog', { name: 'Pagar en línea' })
      const order = phone.page.waitForRequest('**/api/payments/')
      await phone.tap(dialog.getByRole('button', { name: /^Pagar \$/ }))
      await order
    },
  },
  {
    name: 'report a payment by transfer',
    taps: 1,
    screens: 0,
    does: async (phone) => {
      await phone.tap(phone.button('Ya pagué: informar un pago'))
      await phone.see(phone.page.getByRole('dialog').getByLabel(/Monto/).first())
    },
  },
  {
    name: 'where to transfer to',
    taps: 1,
    screens: 0,
    does: async (phone) => {
      await phone.tap(phone.button('Cómo pagar'))
      await phone.see(phone.page.getByText(/Cuenta corriente/).first())
    },
  },
  {
    name: 'the receipt of her last payment',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Estado de Cuenta')
      await phone.see(phone.link(/^Ver último comprobante/))
    },
  },
  {
    name: 'the certificate for her bank',
    taps: 3,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Certificado para el banco')
      const download = phone.page.waitForEvent('download')
      await phone.tap(phone.page.getByRole('button', { name: /^Certificado para el banco/ }))
      expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
    },
  },
  {
    name: 'all she has paid',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Mis pagos')
      await phone.see(phone.page.getByRole('heading', { level: 1, name: 'Mis pagos' }))
    },
  },
  {
    name: 'where her deed is',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Escrituración')
      await phone.see(phone.page.getByText('No tienes que hacer nada').first())
    },
  },
  {
    name: 'the form of a procedure',
    taps: 3,
    screens: 2,
    does: async (phone) => {
      await phone.choose('Solicitar Trámites')
      await phone.see(phone.button(/^Solicitar trámite: /).nth(2))
      await phone.see(phone.heading('Otra consulta'))
      await phone.tap(phone.button(/^Solicitar/).first())
      await phone.see(phone.button('Solicitar trámite'))
    },
  },
  {
    name: 'what became of her request',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Mis Trámites')
      await phone.see(phone.page.getByText(/^Te responderemos a más tardar/).first())
    },
  },
  {
    name: 'a document that was published for her',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Mis documentos')
      await phone.see(phone.page.getByRole('heading', { level: 1, name: 'Mis documentos' }))
    },
  },
  {
    name: 'whom she lets see her purchase',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.tap(phone.button('Abrir menú'))
      const menu = phone.page.getByRole('navigation', { name: 'Menú principal' })
      const last = menu.getByRole('button', { name: 'Cerrar sesión' })
      const toReaders = menu.getByRole('link', { name: 'Quién ve mi compra' })
      await expect(toReaders).toBeVisible()
      await expect(last).toBeInViewport({ ratio: 1 })
      await phone.tap(toReaders)
      await phone.see(phone.heading('Quién ve mi compra'))
    },
  },
  {
    name: 'who saw her data',
    taps: 2,
    screens: 0,
    does: async (phone) => {
      await phone.choose('Quién vio mis datos')
      await phone.see(phone.page.getByRole('heading', { level: 1, name: 'Quién vio mis datos' }))
    },
  },
]

/** Another story asks Rosa for something, which her home shows above what she owes. */
const isAskedNothing = (page: Page) =>
  page.route('**/api/sales-data/', async (route) => {
    const response = await route.fetch()
    const sales: { requerimientos: { estado: string }[] }[] = await response.json()
    const json = sales.map(({ requerimientos, ...sale }) => ({
      ...sale,
      requerimientos: requerimientos.filter(({ estado }) => estado !== 'Falta antecedente'),
    }))
    await route.fulfill({ response, json })
  })

test('on her phone Rosa does each of the thirteen things she comes for with few taps, and little below the fold (§12.2180, §12.2205, §12.2330, §12.2337, §12.2417)', async ({
  page,
}) => {
  await fileRequests(page.request, 'rosa', ['Pidió una copia por teléfono.'])
  await page.setViewportSize(PHONE)
  await hasPaidNothing(page)
  // Her purchase has one order at a time, and another story pays it to its end.
  await page.route('**/api/payments/', () => {})
  await isAskedNothing(page)
  await logInAs(page, 'rosa', '/privacy')
  const over: string[] = []
  for (const { name, taps, screens, does } of jobs)
    await test.step(name, async () => {
      await page.goto('/dashboard')
      await expect(page.getByRole('article')).toBeVisible()
      const phone = new Phone(page)
      await does(phone)
      if (phone.taps > taps || phone.screens > screens)
        over.push(`${name}: ${phone.taps} taps, ${phone.screens} screens`)
    })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(over).toEqual([])
})
