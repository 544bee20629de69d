import { describe, expect, test } from 'vitest'
import { buildSale, day, uf } from '../testing/build-sale.ts'
import {
  autoSelected,
  balance,
  isBalanceKnown,
  isHouse,
  isPaidUp,
  isSelectable,
  isVisible,
  needsViewButton,
  paidShare,
  pendingInstalments,
  planPaidShare,
  saleForDataSubjectRequests,
  selectedSale,
} from './sale-rules.ts'

const open = buildSale({ code: 'V-1' })
const alsoOpen = buildSale({ code: 'V-2' })
const completed = buildSale({ code: 'V-3', completedOn: day('2026-10-01') })
const unapproved = buildSale({ code: 'V-4', approvedOn: null })

describe('which sales a member sees and selects', () => {
  test('Elena, whose sale is not yet approved, sees no card (§4.12)', () => {
    expect(isVisible(unapproved)).toBe(false)
    expect(isSelectable(unapproved)).toBe(false)
    expect(autoSelected([unapproved])).toBeNull()
  })

  test('Hernán sees his completed sale but cannot select it (§4.13)', () => {
    expect(isVisible(completed)).toBe(true)
    expect(isSelectable(completed)).toBe(false)
  })

  test('Rosa’s only sale is selected automatically (§2.50)', () => {
    expect(autoSelected([open])).toBe(open)
    expect(selectedSale([open], null)).toBe(open)
  })

  test('an unapproved sale beside it does not count (§10.51)', () => {
    expect(autoSelected([unapproved, open])).toBe(open)
    expect(needsViewButton([unapproved, open], open)).toBe(false)
  })

  test('no sale is selected automatically among two, none, or only a completed one', () => {
    expect(autoSelected([open, alsoOpen])).toBeNull()
    expect(autoSelected([open, completed])).toBeNull()
    expect(autoSelected([completed])).toBeNull()
    expect(autoSelected([])).toBeNull()
  })

  test('data-subject requests go to a sale that can be opened, if there is one', () => {
    expect(saleForDataSubjectRequests([unapproved, completed, alsoOpen, open])).toBe(alsoOpen)
    expect(saleForDataSubjectRequests([unapproved, completed])).toBe(completed)
    expect(saleForDataSubjectRequests([unapproved])).toBe(unapproved)
    expect(saleForDataSubjectRequests([])).toBeNull()
  })

  test('a sale that somebody else holds is selected alone, or when it is chosen (§12.444)', () => {
    const shared = buildSale({ code: 'V-5', shared: { kind: 'co_holder', lastDay: null } })
    expect(autoSelected([shared])).toBe(shared)
    expect(autoSelected([open, shared])).toBe(open)
    expect(selectedSale([open, shared], 'V-5')).toBe(shared)
    expect(needsViewButton([open, shared], shared)).toBe(true)
    expect(saleForDataSubjectRequests([shared, completed])).toBe(completed)
    expect(saleForDataSubjectRequests([shared])).toBeNull()
  })

  test('the chosen sale is selected if it is selectable', () => {
    const sales = [open, alsoOpen, completed, unapproved]
    expect(selectedSale(sales, 'V-2')).toBe(alsoOpen)
    expect(selectedSale(sales, 'V-3')).toBeNull()
    expect(selectedSale(sales, 'V-4')).toBeNull()
    expect(selectedSale(sales, 'V-9')).toBeNull()
    expect(selectedSale(sales, null)).toBeNull()
    expect(selectedSale([open], 'V-9')).toBe(open)
  })

  test('selectable cards have the View button when there is more than one card', () => {
    const sales = [open, completed, unapproved]
    expect(sales.map((sale) => needsViewButton(sales, sale))).toEqual([true, false, false])
    expect(needsViewButton([open], open)).toBe(false)
  })
})

describe('the balance of a sale', () => {
  test('is the exact sum of the three commitments (§9.14)', () => {
    expect(balance(buildSale())).toBe('1824.25')
    const sale = buildSale({
      reservationDebt: uf('0.1'),
      cashCommitment: uf('0.2'),
      mortgageCommitment: uf('0.0003'),
    })
    expect(balance(sale)).toBe('0.3003')
    expect(isPaidUp(sale)).toBe(false)
  })

  test('counts a missing commitment as zero', () => {
    const sale = buildSale({
      reservationDebt: null,
      cashCommitment: uf('7'),
      mortgageCommitment: null,
    })
    expect(balance(sale)).toBe('7')
  })

  test('that accounting did not send is not paid up', () => {
    const unknown = { reservationDebt: null, cashCommitment: null, mortgageCommitment: null }
    expect(isBalanceKnown(buildSale(unknown))).toBe(false)
    expect(isPaidUp(buildSale(unknown))).toBe(false)
    expect(isPaidUp(buildSale({ ...unknown, cashCommitment: uf('0') }))).toBe(true)
  })

  test('of zero is paid up; less than a hundredth is not (§2.48)', () => {
    const zero = { reservationDebt: uf('0'), cashCommitment: uf('0'), mortgageCommitment: uf('0') }
    expect(isPaidUp(buildSale(zero))).toBe(true)
    expect(isPaidUp(buildSale({ ...zero, reservationDebt: uf('0.0001') }))).toBe(false)
    expect(isPaidUp(buildSale({ ...zero, reservationDebt: uf('-5') }))).toBe(false)
  })
})

describe('the card of a sale', () => {
  test('shows a house for any kind of casa (§2.44)', () => {
    expect(['Casa', 'CASA PAREADA', 'Tipo casa A'].map(isHouse)).toEqual([true, true, true])
    expect(['Departamento', 'Bodega', ''].map(isHouse)).toEqual([false, false, false])
  })

  test('shows accounting’s number of pending instalments, or counts the unpaid ones', () => {
    const sale = buildSale()
    const plan = sale.instalmentPlan
    if (plan === null) throw new Error('the sample sale has a plan')
    expect(
      pendingInstalments({ ...sale, instalmentPlan: { ...plan, pendingInstalments: 0 } }),
    ).toBe(0)
    expect(
      pendingInstalments({ ...sale, instalmentPlan: { ...plan, pendingInstalments: 9 } }),
    ).toBe(9)
    expect(
      pendingInstalments({ ...sale, instalmentPlan: { ...plan, pendingInstalments: null } }),
    ).toBe(3)
    expect(pendingInstalments({ ...sale, instalmentPlan: null, instalments: [] })).toBe(0)
  })

  test('shows the paid share, between 0 and 1', () => {
    const sale = buildSale()
    const plan = sale.instalmentPlan
    if (plan === null) throw new Error('the sample sale has a plan')
    const shareWith = (changes: Partial<typeof plan>) =>
      paidShare({ ...sale, instalmentPlan: { ...plan, ...changes } })
    expect(shareWith({})).toBe('0.6')
    expect(shareWith({ paidShare: '1.2' })).toBe('1')
    expect(shareWith({ paidShare: '-0.2' })).toBe('0')
    expect(shareWith({ paidShare: null, paid: uf('15') })).toBe('0.25')
    expect(shareWith({ paidShare: null, paid: uf('90') })).toBe('1')
    // Unknown is not zero, and nothing agreed has no share.
    expect(shareWith({ paidShare: null, amount: uf('0') })).toBeNull()
    expect(shareWith({ paidShare: null, paid: null })).toBeNull()
    expect(paidShare({ ...sale, instalmentPlan: null })).toBeNull()
    expect(planPaidShare(null)).toBeNull()
  })
})
