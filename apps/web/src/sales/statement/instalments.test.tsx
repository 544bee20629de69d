import type { Instalment } from '@carpeta/domain/sales/sale'
import {
  buildInstalment,
  buildPayment,
  buildSale,
  day,
  uf,
} from '@carpeta/domain/testing/build-sale'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { AccountStatementTab } from './account-statement-tab.tsx'

const paid = (dueOn: string) => buildInstalment({ dueOn: day(dueOn), balance: uf('0'), state: '' })
const unpaid = (dueOn: string) => buildInstalment({ dueOn: day(dueOn), state: 'Pendiente' })
const instalments = [
  paid('2025-11-05'),
  paid('2025-12-05'),
  paid('2026-10-05'),
  unpaid('2026-11-05'),
  unpaid('2026-12-05'),
  unpaid('2027-01-05'),
]

beforeEach(() => storeUser(buildUser()))

function show(changes: Partial<Parameters<typeof buildSale>[0]> = { instalments }) {
  cleanup()
  renderAt('/', <AccountStatementTab sale={buildSale(changes)} today={day('2026-11-20')} />)
}

const table = () => screen.getByRole('table', { name: 'Cuotas' })
const year = (name: RegExp) => within(table()).getByRole('button', { name })
const onlyPending = () => screen.getByRole('switch', { name: 'Solo pendientes' })

function shownDates(): string[] {
  return within(table())
    .queryAllByRole('cell')
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /^\d\d-\d\d-\d{4}/.test(text))
}

describe('the instalments', () => {
  test('have a heading for each year, and years that are fully paid are folded (§12.170)', async () => {
    show()
    const headings = within(table())
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
    expect(headings).toEqual([
      '20252 cuotas pagadasTotal UF 20,00',
      '20261 de 3 pagadas · 1 atrasadaPor pagar UF 20,00',
      '20271 cuotaPor pagar UF 10,00',
    ])
    expect(year(/^2025/).getAttribute('aria-expanded')).toBe('false')
    expect(shownDates()).toHaveLength(3)

    year(/^2025/).focus()
    await userEvent.keyboard('{Enter}')
    expect(year(/^2025/).getAttribute('aria-expanded')).toBe('true')
    expect(shownDates().slice(0, 2)).toEqual(['05-11-2025', '05-12-2025'])
    await userEvent.click(year(/^2026/))
    expect(shownDates()).toEqual(['05-11-2025', '05-12-2025'])
  })

  test('of a folded year are rendered for paper, and only then (§12.604)', () => {
    show()
    const rows = () => within(table()).getAllByRole('row', { hidden: true }).length
    const shownRows = rows()
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(rows()).toBe(shownRows + 3)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(rows()).toBe(shownRows)
  })

  test('mark the overdue and the next one (§12.171)', () => {
    show()
    expect(shownDates()).toEqual(['05-10-2026', '05-11-2026', '05-12-2026 Próxima'])
  })

  test('show the payments of an instalment on demand, and no button where none are known', async () => {
    const payment = buildPayment({
      key: '8',
      instalments: [3],
      receiptUrl: 'https://erp.example/8',
    })
    show({ instalments, payments: [payment] })
    const line = within(table()).getByRole('button', { name: '05-10-2026' })
    expect(screen.queryByRole('list', { name: 'Pagos de esta cuota' })).toBeNull()
    await userEvent.click(line)
    const list = screen.getByRole('list', { name: 'Pagos de esta cuota' })
    expect(list.textContent?.replaceAll('\u00a0', ' ')).toContain(
      'Pago 8UF 30,0003-08-2026, Transferencia',
    )
    expect(within(list).getByRole('link').getAttribute('href')).toBe('https://erp.example/8')
    expect(within(table()).queryByRole('button', { name: '05-12-2026' })).toBeNull()
  })

  test('are one line on a phone, with the other amounts on demand (§12.173)', async () => {
    onScreen('max-width')
    show({ instalments: [buildInstalment({ dueOn: day('2026-12-05'), balance: uf('4') })] })
    const cells = within(table()).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '05-12-2026 Próxima',
      '10,00',
      'ParcialQuedan UF\u00a04,00 de 10,00',
    ])
    await userEvent.click(within(table()).getByRole('button', { name: '05-12-2026' }))
    expect(screen.getByText('Monto pagado UF', { selector: 'dt' }).parentElement?.textContent).toBe(
      'Monto pagado UF6,00',
    )
    expect(table().textContent).toContain('Saldo UF4,00')
  })

  test('that are paid are folded in the open year of a phone, and shown on demand and on paper (§12.1865)', async () => {
    onScreen('max-width')
    const dates = ['2026-01-05', '2026-02-05', '2026-03-05']
    show({ instalments: [...dates.map(paid), unpaid('2026-12-05')] })
    expect(shownDates()).toEqual(['05-12-2026 Próxima'])
    await userEvent.click(within(table()).getByRole('button', { name: 'Ver las 3 pagadas' }))
    expect(shownDates()).toHaveLength(4)
    expect(within(table()).queryByRole('button', { name: /^Ver las/ })).toBeNull()
  })

  test('of a folded year show every column after one tap, also on a phone (§12.1021)', async () => {
    onScreen('max-width')
    show()
    expect(screen.queryByText('Monto pagado UF', { selector: 'dt' })).toBeNull()
    await userEvent.click(year(/^2025/))
    const amounts = (label: string) =>
      screen.getAllByText(label, { selector: 'dt' }).map((term) => term.parentElement?.textContent)
    expect(amounts('Monto pagado UF')).toEqual(['Monto pagado UF10,00', 'Monto pagado UF10,00'])
    expect(amounts('Saldo UF')).toEqual(['Saldo UF0,00', 'Saldo UF0,00'])
    await userEvent.click(within(table()).getByRole('button', { name: '05-11-2025' }))
    expect(amounts('Saldo UF')).toHaveLength(1)
  })

  test('200 of them have every year, also in the strip (§12.1069)', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      unpaid(`${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-05`),
    )
    show({ instalments: many })
    expect(within(table()).getAllByRole('rowheader')).toHaveLength(17)
    expect(screen.getAllByText('2036')).toHaveLength(2)
    // Only the year of the next one is open.
    expect(shownDates()).toHaveLength(12)
    expect(shownDates()).toContain('05-12-2026 Próxima')
  })

  test('a phone has the years around the next one, those with something overdue, and the others on demand (§12.1069)', async () => {
    onScreen('max-width')
    const many = Array.from({ length: 360 }, (_, index) => {
      const dueOn = `${2010 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-05`
      return dueOn < '2026' && dueOn !== '2013-04-05' ? paid(dueOn) : unpaid(dueOn)
    })
    show({ instalments: many })
    const shownYears = () =>
      within(table())
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent?.slice(0, 4))
    expect(shownYears()).toEqual(['2013', '2025', '2026', '2027'])
    await userEvent.click(screen.getByRole('button', { name: 'Ver los 30 años' }))
    expect(shownYears()).toHaveLength(30)
  })
})

describe('“Solo pendientes”', () => {
  test('hides what is paid, and whole years', async () => {
    show()
    await userEvent.click(onlyPending())
    expect(shownDates()).toEqual(['05-11-2026', '05-12-2026 Próxima'])
    expect(within(table()).queryByRole('button', { name: /^2025/ })).toBeNull()
  })

  test('is remembered on this device, for this account only (§12.172)', async () => {
    show()
    await userEvent.click(onlyPending())
    show()
    expect((onlyPending() as HTMLInputElement).checked).toBe(true)
    storeUser(buildUser({ id: 77 }))
    show()
    expect((onlyPending() as HTMLInputElement).checked).toBe(false)
    storeUser(buildUser())
    show()
    await userEvent.click(onlyPending())
    expect(Object.keys(localStorage)).toEqual(['user'])
  })

  test('says so when nothing is left to pay', async () => {
    show({ instalments: [paid('2025-11-05')] satisfies Instalment[] })
    await userEvent.click(onlyPending())
    expect(screen.getByText('No quedan cuotas pendientes.')).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Cuotas' })).toBeNull()
  })
})
