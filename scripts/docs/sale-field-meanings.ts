import type {
  commitmentEntries,
  DeedStepField,
  deedFields,
  Fields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from '@carpeta/domain/sales/sale-fields'

// Texts of docs/accounting-export.md, separate from the field table, which is part of the web's
// bundle. The steps of the deed have their labels instead.

type Meanings<Table extends Fields> = {
  [Name in keyof Table as Table[Name] extends DeedStepField ? never : Name]: string
}
type Entries = typeof commitmentEntries

export const saleMeanings: Meanings<typeof saleFields> = {
  project: 'The project that the property belongs to.',
  condominium: 'The condominium within the project.',
  advisor: "The cooperative's person for this sale.",
  price: 'The price of all properties together.',
  approvedOn: 'When the sale was approved; until then the member does not see it.',
  completedOn: 'When the sale was completed; from then on no request can be made for it.',
}

export const holderMeanings: Meanings<typeof holderFields> = {
  fullName: 'Full name, or the name of the company. Without it there is no co-holder.',
  givenNames: 'Given names; the portal greets with them.',
  rut: 'Rut. The account of the holder belongs to it.',
  city: 'City.',
  commune: 'Commune.',
  address: 'Street and number.',
  profession: 'Profession.',
  maritalStatus: 'Marital status.',
  employer: 'Employer.',
  phone: 'Telephone number.',
  email: 'E-mail address; a new account gets it if it is valid.',
  income: 'Monthly income.',
  feeIncome: 'Monthly income from fees (honorarios).',
  rentalIncome: 'Monthly income from rent.',
  averageIncome: 'Average monthly income.',
  legalRepresentative: 'Who represents a company.',
}

export const propertyMeanings: Meanings<typeof propertyFields> = {
  type: 'The kind of property.',
  lot: 'Its lot, or its number.',
  model: 'Its model.',
}

export const instalmentMeanings: Meanings<typeof instalmentFields> = {
  dueOn: 'When it is due.',
  amount: 'The amount agreed.',
  balance: 'What is left to pay of it.',
  state:
    "Accounting's own label of its state. Without `monto_uf_saldo` it decides whether the instalment is paid ('Pagada', 'Cancelada').",
}

export const paymentMeanings: Meanings<typeof paymentFields> = {
  key: 'Names the payment within its sale; without it, its date and amount do.',
  amount: 'The amount paid.',
  depositedOn: 'When the money came in.',
  documentType: 'How it was paid.',
  receiptUrl: 'Where the receipt can be opened.',
  instalments:
    'The instalments that it pays: their numbers, from 1 in the order of the list above, as a list or as text with commas. Without it the portal does not tell what the payment covers.',
  unapplied:
    "The part that pays no instalment yet ('Por imputar'). Without it the portal says nothing of it.",
}

const committedMeanings = {
  amount: 'The amount that the buyer is bound to.',
  amountInPesos: 'The same amount in pesos.',
  share: 'Its part of the price.',
  documentType: 'How it is paid.',
}

export const commitmentMeanings: { [Kind in keyof Entries]: Meanings<Entries[Kind]['fields']> } = {
  reservation: { ...committedMeanings, lastPaidOn: 'When it was last paid.' },
  instalments: {
    ...committedMeanings,
    paid: 'What is paid of the plan.',
    paidShare: 'The part of the plan that is paid.',
    pendingInstalments: 'How many instalments are left; counted from them when it is not sent.',
  },
  debt: { amount: 'What is left to pay of the instalment plan.' },
  cash: { amount: 'What is to be paid in cash.' },
  mortgage: { amount: 'What is to be paid with a mortgage.' },
}

export const deedMeanings: Meanings<typeof deedFields> = {
  lender: 'The institution that finances the purchase.',
}
