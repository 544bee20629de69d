import { companyLabel } from '../../environment/company-label.ts'
import { useEnvironment } from '../../environment/use-environment.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { DownloadIcon, PrinterIcon } from '../../ui/icons/icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { saveFile } from '../../ui/save-file.ts'
import classes from './second-factor.module.css'

const FILE = 'codigos-de-recuperacion.txt'

/** The codes, which the server shows only once, and ways to save them. */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const company = companyLabel(useEnvironment())
  const text = `${[`Códigos de recuperación de ${company}`, '', ...codes].join('\n')}\n`
  return (
    <div className={classes.part}>
      <p>
        Guarda estos códigos en un lugar seguro, lejos de tu teléfono. Si un día no tienes tu
        segundo factor, ingresas con tu contraseña y uno de ellos. Cada uno sirve una sola vez.
      </p>
      <ul className={classes.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <ButtonRow className={classes.tools}>
        <CopyButton text={text} label="Copiar" />
        <Button
          variant="default"
          leftSection={<DownloadIcon size={18} />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), FILE)}
        >
          Descargar
        </Button>
        <Button
          variant="default"
          leftSection={<PrinterIcon size={18} />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
      </ButtonRow>
    </div>
  )
}

interface Props {
  codes: string[]
  onSaved: () => void
}

/** Only its button closes it: the codes cannot be shown again. */
export function RecoveryCodesDialog({ codes, onSaved }: Props) {
  return (
    <Dialog
      title="Guarda tus códigos de recuperación"
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      buttons={<Button onClick={onSaved}>Ya los guardé</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  )
}
