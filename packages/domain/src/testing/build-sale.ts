import { type CalendarDate, isCalendarDate } from '../dates/dates.ts'
import { type Pesos, parsePesos, parseUf, type Uf } from '../money/money.ts'
import type { DeedTracking, Holder, Instalment, Payment, Sale } from '../sales/sale.ts'
import { deedFields } from '../sales/sale-fields.ts'

/** Throws on invalid text. */
export function uf(text: string): Uf {
  return checked(parseUf(text), text)
}

export function pesos(text: string): Pesos {
  return checked(parsePesos(text), text)
}

export function day(text: string): CalendarDate {
  return checked(isCalendarDate(text) ? text : null, text)
}

function checked<T>(value: T | null, text: string): T {
  if (value === null) throw new Error(`Not a valid value for a test: ${text}`)
  return value
}

/** Rosa Muñoz, 12.345.678-5. */
export function buildHolder(overrides: Partial<Holder> = {}): Holder {
  return {
    fullName: 'Rosa Elena Muñoz Carrasco',
    givenNames: 'Rosa Elena',
    rut: '12345678-5',
    city: 'Talcahuano',
    commune: 'Talcahuano',
    address: 'Los Aromos 1234',
    profession: 'Profesora',
    maritalStatus: 'Casada',
    employer: 'Liceo La Asunción',
    phone: '+56 9 1234 5678',
    email: 'rosa.munoz@example.cl',
    income: pesos('1250000'),
    feeIncome: pesos('0'),
    rentalIncome: null,
    averageIncome: pesos('1250000'),
    legalRepresentative: '',
    ...overrides,
  }
}

export function buildInstalment(overrides: Partial<Instalment> = {}): Instalment {
  return {
    dueOn: day('2026-12-05'),
    amount: uf('10'),
    balance: uf('10'),
    state: 'Pendiente',
    ...overrides,
  }
}

export function buildPayment(overrides: Partial<Payment> = {}): Payment {
  return {
    key: '1',
    amount: uf('30'),
    depositedOn: day('2026-08-03'),
    documentType: 'Transferencia',
    receiptUrl: null,
    instalments: [],
    unapplied: null,
    ...overrides,
  }
}

export function buildDeed(overrides: Partial<DeedTracking> = {}): DeedTracking {
  return {
    ...buildDeedDoneOn(null),
    draftedOn: day('2026-09-06'),
    buyerSignedOn: day('2026-09-21'),
    ...overrides,
  }
}

/** A deed with the same date, or null, in every step. */
export function buildDeedDoneOn(date: CalendarDate | null): DeedTracking {
  const steps = Object.entries(deedFields).filter(([, { kind }]) => kind === 'date')
  const dates = Object.fromEntries(steps.map(([name]) => [name, date]))
  return { ...(dates as Omit<DeedTracking, 'lender'>), lender: 'Banco del Estado de Chile' }
}

/**
 * Rosa's open sale as of 20 November 2026: of six instalments of UF 10 three are paid, one is overdue
 * and partly paid, and two are due later. The figures agree.
 */
export function buildSale(overrides: Partial<Sale> = {}): Sale {
  return {
    code: 'V-1001',
    project: 'Brisas del Mar',
    condominium: 'Condominio Los Aromos',
    advisor: 'Claudia Vergara',
    price: uf('2000'),
    approvedOn: day('2026-03-10'),
    completedOn: null,
    holder: buildHolder(),
    coHolder: null,
    shared: null,
    properties: [{ type: 'Casa', lot: '12', model: 'Araucaria' }],
    mainProperty: { type: 'Casa', lot: '12', model: 'Araucaria' },
    reservation: {
      amount: uf('100'),
      amountInPesos: pesos('4080403'),
      share: '0.05',
      documentType: 'Vale vista',
      lastPaidOn: day('2026-03-05'),
    },
    instalmentPlan: {
      amount: uf('60'),
      amountInPesos: pesos('2448242'),
      share: '0.03',
      documentType: 'PAC',
      paid: uf('36'),
      paidShare: '0.6',
      pendingInstalments: 3,
    },
    reservationDebt: uf('24'),
    cashCommitment: uf('0'),
    mortgageCommitment: uf('1800.25'),
    instalments: [
      buildInstalment({ dueOn: day('2026-08-05'), balance: uf('0'), state: 'Pagada' }),
      buildInstalment({ dueOn: day('2026-09-06'), balance: uf('0'), state: 'Pagada' }),
      buildInstalment({ dueOn: day('2026-10-05'), balance: uf('0'), state: 'Pagada' }),
      buildInstalment({ dueOn: day('2026-11-05'), balance: uf('4'), state: 'Abonada' }),
      buildInstalment({ dueOn: day('2026-12-05') }),
      buildInstalment({ dueOn: day('2027-01-05') }),
    ],
    payments: [
      buildPayment({
        receiptUrl: 'https://pagos.example.cl/recibo/1',
        instalments: [1, 2, 3],
      }),
      buildPayment({
        key: '2',
        amount: uf('6'),
        depositedOn: day('2026-11-04'),
        documentType: 'PAC',
        instalments: [4],
      }),
    ],
    deed: buildDeed(),
    requests: [
      {
        key: '123',
        procedureTitle: 'Copia de contrato',
        mergedInto: '',
        answerBy: null,
        sentOn: day('2026-10-20'),
        state: 'resolved',
        answer: 'Enviada a su correo',
        closedOn: day('2026-10-23'),
        question: '',
        askedOn: null,
        about: '',
      },
    ],
    questionProcedureId: null,
    asOf: '2026-11-20T06:00:00Z',
    isOutdated: false,
    ufOfToday: null,
    ufOfPayments: [],
    doubtful: [],
    ...overrides,
  }
}
