import { describe, expect, test } from 'vitest'
import {
  acceptableRefusals,
  acceptLabel,
  holderChangesSentence,
  type IrreversibleParts,
  plannedEmailsText,
  replacedSampleText,
  undoConsequences,
} from './load-consequences.ts'

const nothing: IrreversibleParts = {
  accounts: { created: 0, invited: 0 },
  requests_on_added: 0,
  reports_on_added: 0,
  documents_on_added: 0,
  accesses_on_added: 0,
  orders_on_added: 0,
  news: { read: 0, emailed: 0 },
  deleted_sample: {
    requests: 0,
    procedures: 0,
    documents: 0,
    reports: 0,
    announcements: 0,
    values: 0,
  },
}

const nobody = { documents: 0, accesses: 0, requests: 0, reports: 0, payments: 0 }

describe('undoing a load', () => {
  test('that only changed figures brings everything back', () => {
    expect(undoConsequences(nothing)).toEqual([])
  })

  test('tells one by one what stays, and what was sent or deleted (§12.226)', () => {
    expect(
      undoConsequences({
        accounts: { created: 2, invited: 1 },
        requests_on_added: 1,
        reports_on_added: 2,
        documents_on_added: 3,
        accesses_on_added: 1,
        orders_on_added: 1,
        news: { read: 1, emailed: 3 },
        deleted_sample: { ...nothing.deleted_sample, requests: 2, announcements: 1, values: 431 },
        holder_changes: { sales: 1, ...nobody, documents: 1 },
      }),
    ).toEqual([
      '2 cuentas nuevas se quedan. 1 ya recibió un correo.',
      '1 trámite de una venta nueva se queda. Sus ventas quedan ocultas.',
      '2 pagos informados de ventas nuevas se quedan. Sus ventas quedan ocultas.',
      '3 documentos publicados de ventas nuevas se quedan. Sus ventas quedan ocultas.',
      '1 acceso a una venta nueva se queda. Sus ventas quedan ocultas.',
      '1 pago por Webpay de una venta nueva se queda. Sus ventas quedan ocultas.',
      '1 venta vuelve a su titular anterior. Lo que se queda con el de ahora: 1 documento.',
      '1 novedad ya leída se queda.',
      '3 correos con novedades ya salieron.',
      'Con la primera carga real se borró de la cooperativa de ejemplo: 2 solicitudes, 1 aviso y 431 valores de la UF.',
    ])
  })
})

test('of sales that change their holder it is told what stays with the former one (§12.921)', () => {
  expect(holderChangesSentence({ sales: 1, ...nobody })).toBe(
    '1 venta cambia de titular. Con el titular anterior no se queda nada.',
  )
  const left = { documents: 2, accesses: 1, requests: 1, reports: 3, payments: 1 }
  expect(holderChangesSentence({ sales: 2, ...left })).toBe(
    '2 ventas cambian de titular. Lo que se queda con el titular anterior: 2 documentos, 1 acceso, 1 solicitud abierta, 3 pagos informados y 1 pago en línea.',
  )
})

test('what the sample brought is listed without what it did not have', () => {
  expect(replacedSampleText({ sales: 9, requests: 1, documents: 0, reports: 1 })).toBe(
    '9 ventas, 1 solicitud y 1 pago informado',
  )
  expect(replacedSampleText({ sales: 0 })).toBe('')
})

test('before a load it is told how many emails go out, or wait (§12.2253, §12.2292)', () => {
  expect(plannedEmailsText(214, false)).toBe(
    'Saldrán 214 correos, según la revisión. En pausa esperan hasta que alguien los envíe desde la carga.',
  )
  expect(plannedEmailsText(1, false)).toMatch(/^Saldrá 1 correo,/)
  expect(plannedEmailsText(1214, true)).toBe(
    '1.214 correos esperan hasta que alguien los envíe desde la carga.',
  )
  // Those may have news who switched their emails off.
  expect(plannedEmailsText(0, false)).toBe('Según la revisión no sale ninguno.')
  expect(plannedEmailsText(null, false)).toMatch(/^Si no, sale uno a cada socio/)
})

test('the button that accepts a refusal says what is accepted (§12.2309)', () => {
  const labels = (rejected: number, withdrawn: number) =>
    acceptableRefusals.map((each) => acceptLabel(each, { rejected, withdrawn }))
  expect(labels(138, 1300)).toEqual([
    'Aceptar el corte anterior y revisar',
    'Aceptar sin las 138 y revisar',
    'Aceptar que se retiren 1.300 y revisar',
    'Aceptar los datos vacíos y revisar',
    'Aceptar esos cambios y revisar',
  ])
  expect(labels(1, 1).slice(1, 3)).toEqual([
    'Aceptar sin la rechazada y revisar',
    'Aceptar que se retire 1 y revisar',
  ])
})
