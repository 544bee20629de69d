import type {
  PaymentCandidate,
  PaymentReportRow,
  StaffPaymentReport,
  WirePaymentReport,
} from '@carpeta/contract/payment-reports'

/** Rosa's pending report of 287,557 pesos. */
export function buildPaymentReport(overrides: Partial<WirePaymentReport> = {}): WirePaymentReport {
  return {
    id: 31,
    sale_code: 'V-1001',
    paid_on: '2026-11-18',
    amount: '287557',
    comment: '',
    state: 'reported',
    reason: '',
    reported_at: '2026-11-19T13:05:00Z',
    closed_at: null,
    payment_key: '',
    further_keys: [],
    receipt: { name: 'transferencia.pdf', size: 48_211 },
    ...overrides,
  }
}

const member = { id: 4, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' }

export function buildReportRow(overrides: Partial<PaymentReportRow> = {}): PaymentReportRow {
  const { comment, reason, receipt, payment_key, further_keys, ...report } = buildPaymentReport()
  const none = { has_match: false, is_payment_gone: false }
  return { ...report, project: 'Altos de Tumbes', member, ...none, ...overrides }
}

export function buildCandidate(overrides: Partial<PaymentCandidate> = {}): PaymentCandidate {
  return {
    key: '37',
    deposited_on: '2026-11-19',
    amount_uf: '7.35',
    document_type: 'Transferencia',
    pesos: '287557',
    fit: 'match',
    ...overrides,
  }
}

export function buildStaffReport(overrides: Partial<StaffPaymentReport> = {}): StaffPaymentReport {
  return {
    ...buildPaymentReport(),
    project: 'Altos de Tumbes',
    member: { ...member, email: 'rosa.munoz@correo.example' },
    phone: '',
    handler: null,
    payment: null,
    further_payments: [],
    is_former_holder: false,
    amount_uf: '7.35',
    candidates: [buildCandidate()],
    ...overrides,
  }
}
