import { Notice } from '../../../ui/feedback/notice.tsx'
import { MyRequestsLink } from './my-requests-link.tsx'

/** Warns before the user sends the same request twice. */
export function SentElsewhere({ saleCode }: { saleCode: string }) {
  return (
    <Notice tone="warning">
      <p>
        Este borrador ya se envió desde otra pestaña. Lo que escribes aquí es una solicitud nueva.
      </p>
      <p>
        <MyRequestsLink saleCode={saleCode} />
      </p>
    </Notice>
  )
}
