import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** Announces changes that others made while the request was open. */
export function ChangeNotice({ onSeen }: { onSeen: () => void }) {
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" size="xs" onClick={onSeen}>
          Entendido
        </Button>
      }
    >
      Otra persona cambió esta solicitud mientras la mirabas. Aquí ves cómo está ahora: revisa la
      historia antes de seguir.
    </Notice>
  )
}
