import type {
  Fields,
  holderFields,
  instalmentFields,
  paymentFields,
  propertyFields,
  saleFields,
} from './sale-fields.ts'

/** What the office calls the fields of a sale. */
type Labels<Table extends Fields> = { readonly [Name in keyof Table]: string }

export const saleLabels: Labels<typeof saleFields> = {
  project: 'Proyecto',
  condominium: 'Condominio',
  advisor: 'Asesor',
  price: 'Precio de compra',
  approvedOn: 'Aprobada el',
  completedOn: 'Finalizada el',
}

export const holderLabels: Labels<typeof holderFields> = {
  fullName: 'Nombre completo',
  givenNames: 'Nombres',
  rut: 'Rut',
  city: 'Ciudad',
  commune: 'Comuna',
  address: 'Dirección',
  profession: 'Profesión',
  maritalStatus: 'Estado civil',
  employer: 'Empleador',
  phone: 'Teléfono',
  email: 'Correo',
  income: 'Renta',
  feeIncome: 'Renta variable',
  rentalIncome: 'Renta por arriendos',
  averageIncome: 'Renta promedio',
  legalRepresentative: 'Representante legal',
}

export const propertyLabels: Labels<typeof propertyFields> = {
  type: 'Tipo',
  lot: 'Lote',
  model: 'Modelo',
}

export const instalmentLabels: Labels<typeof instalmentFields> = {
  dueOn: 'Vencimiento',
  amount: 'Monto',
  balance: 'Saldo',
  state: 'Estado',
}

export const paymentLabels: Labels<typeof paymentFields> = {
  key: 'Clave',
  amount: 'Monto',
  depositedOn: 'Fecha de depósito',
  documentType: 'Tipo de documento',
  receiptUrl: 'Comprobante',
  instalments: 'Cuotas que paga',
  unapplied: 'Monto por imputar',
}
