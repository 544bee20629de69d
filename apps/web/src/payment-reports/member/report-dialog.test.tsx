import { addDays } from '@carpeta/domain/dates/dates'
import { reportPaymentMessages } from '@carpeta/domain/payments/payment-report-rules'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { buildSale, day } from '@carpeta/domain/testing/build-sale'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildPaymentReport } from '../../testing/build-payment-report.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { reconnect } from '../../testing/reconnect.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ReportDialog } from './report-dialog.tsx'

const today = day('2026-11-20')
const REPORT = 'POST /api/payment-reports/'
const receipt = (name = 'transferencia.pdf') => new File(['%PDF'], name)

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    [REPORT]: json(201, buildPaymentReport()),
    ...answers,
  })
  const onClose = vi.fn()
  const onReported = vi.fn()
  renderAt(
    '/',
    <ReportDialog sale={buildSale()} today={today} onClose={onClose} onReported={onReported} />,
  )
  const sent = () => server.calls('/api/payment-reports/').filter(({ method }) => method === 'POST')
  return { sent, onClose, onReported }
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const typeDate = async () => userEvent.type(await field('Fecha del pago'), '20112026')
const choose = async (file: File) =>
  userEvent.upload(await field('Archivo: Comprobante'), file, { applyAccept: false })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Informar' }))

test('says for Rosa only of which purchase: neither day nor amount is filled in before she types it (§12.2055)', async () => {
  const { sent } = open()
  expect(screen.getByRole('dialog').textContent).toContain(`un pago de ${nameOf(buildSale())} que`)
  expect((await field('Fecha del pago')).value).toBe('')
  expect((await field('Monto en pesos')).value).toBe('')
  await submit()
  expect(await screen.findByText(reportPaymentMessages.dateRequired.text)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('sends sale, date, amount, comment and receipt, and closes', async () => {
  const { sent, onClose, onReported } = open()
  await typeDate()
  await userEvent.type(await field('Monto en pesos'), '$ 287.557')
  await userEvent.type(await field('Comentario (opcional)'), 'Cuota de noviembre')
  await choose(receipt())
  await waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Quitar transferencia.pdf'))
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(onReported).toHaveBeenCalledOnce()
  const body = sent()[0]?.body as FormData
  expect(Object.fromEntries(body)).toMatchObject({
    sale_code: 'V-1001',
    paid_on: '2026-11-20',
    amount: '$ 287.557',
    comment: 'Cuota de noviembre',
    document: expect.any(File),
  })
})

test('tells what is wrong before anything is sent (§12.165)', async () => {
  const { sent } = open()
  fireEvent.change(await field('Fecha del pago'), { target: { value: addDays(today, 1) } })
  await submit()
  expect(await screen.findByText(reportPaymentMessages.dateInFuture.text)).toBeTruthy()
  expect(screen.getByText(reportPaymentMessages.amountRequired.text)).toBeTruthy()
  expect(screen.getByText(reportPaymentMessages.receiptRequired.text)).toBeTruthy()
  await userEvent.type(await field('Monto en pesos'), '10,5')
  await choose(receipt('foto.heic'))
  await submit()
  expect(await screen.findByText(reportPaymentMessages.amountInvalid.text)).toBeTruthy()
  expect(await screen.findByText(documentMessages.heic.text)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('keeps what was typed when it fails, and can be sent again', async () => {
  const { sent, onClose } = open({
    [REPORT]: [json(503, 'Inténtalo más tarde'), json(201, buildPaymentReport())],
  })
  await typeDate()
  await userEvent.type(await field('Monto en pesos'), '287557')
  await choose(receipt())
  await submit()
  await screen.findByRole('alert')
  expect((await field('Monto en pesos')).value).toBe('287557')
  expect(screen.getByText('transferencia.pdf')).toBeTruthy()
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toHaveLength(2)
})

test('a lost connection stops no report: it goes on by itself, unless the receipt is cancelled (§12.1301)', async () => {
  const lost = new TypeError('Failed to fetch')
  const { sent, onClose } = open({ [REPORT]: [lost, lost, json(201, buildPaymentReport())] })
  await typeDate()
  await userEvent.type(await field('Monto en pesos'), '287557')
  await choose(receipt())
  await submit()
  await screen.findByText(/Se subirá solo cuando vuelva la conexión/)
  await userEvent.click(screen.getByRole('button', { name: 'Quitar transferencia.pdf' }))
  reconnect()
  expect(sent()).toHaveLength(1)
  await choose(receipt('otra.pdf'))
  await submit()
  await screen.findByText(/Se subirá solo cuando vuelva la conexión/)
  reconnect()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toHaveLength(3)
})

test('a photo that cannot be a receipt says so as it is chosen (§12.1301)', async () => {
  const { sent } = open()
  await choose(receipt('foto.heic'))
  expect(await screen.findByText(documentMessages.heic.text)).toBeTruthy()
  await typeDate()
  await userEvent.type(await field('Monto en pesos'), '287557')
  await submit()
  expect(screen.getAllByText(documentMessages.heic.text)).toHaveLength(1)
  expect(sent()).toEqual([])
})

test.each([
  [
    'a field',
    json(400, { amount: [reportPaymentMessages.amountTooLarge] }),
    reportPaymentMessages.amountTooLarge.text,
  ],
  ['the file', json(400, [documentMessages.type]), documentMessages.type.text],
  [
    'the number of reports',
    json(409, reportPaymentMessages.tooManyPending),
    reportPaymentMessages.tooManyPending.text,
  ],
])('shows the server’s sentence about %s', async (_, answer, sentence) => {
  const { onClose } = open({ [REPORT]: answer })
  await typeDate()
  await userEvent.type(await field('Monto en pesos'), '287557')
  await choose(receipt())
  await submit()
  expect(await within(screen.getByRole('dialog')).findByText(sentence)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})
