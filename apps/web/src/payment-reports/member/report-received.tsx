import { Notice } from '../../ui/feedback/notice.tsx'

export function ReportReceived() {
  return (
    <Notice tone="success">
      Recibimos tu informe y lo revisaremos. El saldo cambia cuando la contabilidad registre el
      pago.
    </Notice>
  )
}
