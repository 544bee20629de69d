import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { parsePesos } from '@carpeta/domain/money/money'
import {
  isPendingReport,
  mayHandleReport,
  paymentReportMessages,
} from '@carpeta/domain/payments/payment-report-states'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type StaffPaymentReport, staffReportQuery } from '../../api/payment-reports.ts'
import { DetailPage } from '../../list/detail-page.tsx'
import page from '../../list/list.module.css'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { ReceiptButton, ReportStateMark } from '../../payments/report-parts.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { PesosAmount } from '../../ui/display/amount.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { Decision, PaymentFacts } from './decision.tsx'
import paymentReports from './payment-reports.module.css'

export function Screen() {
  const id = Number(useParams().id)
  const pathOf = useRowPath('/payment-reports')
  const query = useQuery({ ...staffReportQuery(id), enabled: isRowId(id) })
  return (
    <DetailPage
      id={id}
      query={query}
      title={isRowId(id) ? `Pago informado Nº ${id}` : 'Pago informado'}
      back={{ to: pathOf(null), label: 'Volver a los pagos informados' }}
      unknown="No encontramos este pago informado."
    >
      {(report) => <ReportDetail key={id} report={report} />}
    </DetailPage>
  )
}

/** A reported payment, and what staff decide about it. */
function ReportDetail({ report }: { report: StaffPaymentReport }) {
  const { id, state, amount, member, reported_at } = report
  const me = useStoredUser()
  const isPending = isPendingReport(state)
  const isOwn = me ? !mayHandleReport(me.id, member.id) : false
  const title = useFocusOnArrival()
  return (
    <>
      <div className={page.head}>
        <h1 ref={title} tabIndex={-1}>
          <PesosAmount value={parsePesos(amount)} /> de {member.name}
        </h1>
        <p className={page.detailPage}>
          Pago informado Nº {id} · {dateTimeInSantiago(reported_at)}
        </p>
        <ReportStateMark state={state} />
      </div>
      <div className={page.parts}>
        <div className={page.main}>
          <Reported report={report} />
          {isPending && isOwn && (
            <Notice tone="info">{paymentReportMessages.ownReport.text}.</Notice>
          )}
          {isPending && !isOwn && <Decision report={report} />}
          {!isPending && <Outcome report={report} />}
        </div>
        <MemberCard report={report} />
      </div>
    </>
  )
}

function Reported({
  report: { id, paid_on, amount, comment, receipt },
}: {
  report: StaffPaymentReport
}) {
  const paidOn = dateOrNull(paid_on)
  return (
    <Card title="Lo que informó">
      <Facts
        facts={[
          ['Fecha del pago', paidOn && shortDate(paidOn)],
          ['Monto', <PesosAmount key="amount" value={parsePesos(amount)} />],
        ]}
      />
      {comment && <p className={page.text}>«{comment}»</p>}
      {receipt ? (
        <div className={paymentReports.receipt}>
          <span className={paymentReports.fileName}>{receipt.name}</span>
          <ReceiptButton reportId={id} name={receipt.name} />
        </div>
      ) : (
        <p className={page.detailPage}>El comprobante se borró con los datos del socio.</p>
      )}
    </Card>
  )
}

function Outcome({ report }: { report: StaffPaymentReport }) {
  const { state, reason, closed_at, handler, payment } = report
  return (
    <Card title="Resultado">
      <p className={page.detailPage}>
        {[handler?.name, closed_at && dateTimeInSantiago(closed_at)].filter(Boolean).join(' · ')}
      </p>
      {state === 'declined' && <p className={page.text}>{reason}</p>}
      {state === 'cancelled' && <p>El socio anuló este informe.</p>}
      {state === 'confirmed' &&
        (payment ? (
          <PaymentFacts payment={payment} />
        ) : (
          <Notice tone="warning">
            La contabilidad ya no informa el pago con que se confirmó. Revísalo con el socio.
          </Notice>
        ))}
    </Card>
  )
}

function MemberCard({ report: { member, project, sale_code } }: { report: StaffPaymentReport }) {
  return (
    <Card title="Socio">
      <Facts
        facts={[
          ['Nombre', member.name],
          ['Rut', formatRut(member.social_security)],
          [
            'Correo',
            member.email && (
              <a key="email" href={`mailto:${member.email}`}>
                {member.email}
              </a>
            ),
            true,
          ],
          ['Proyecto', project],
          ['Venta', sale_code],
        ]}
      />
    </Card>
  )
}
