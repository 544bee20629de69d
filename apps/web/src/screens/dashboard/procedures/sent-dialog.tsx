import { searchOfTab, tabSlugs } from '../../../requests/member-address.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'

interface Props {
  id: number
  saleCode: string
}

/** Reloads the page, since the new request is in the sales data. */
export function SentDialog({ id, saleCode }: Props) {
  function showIt() {
    window.location.replace(`/dashboard${searchOfTab(saleCode, tabSlugs.myRequests)}`)
  }

  return (
    <Dialog
      title="La solicitud se ha guardado correctamente"
      onClose={showIt}
      buttons={
        <Button data-autofocus onClick={showIt}>
          OK
        </Button>
      }
    >
      <p>Es la solicitud Nº {id}. Puedes ver cómo avanza en Mis Trámites.</p>
    </Dialog>
  )
}
