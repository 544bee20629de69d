import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { LabelledSwitch } from '../../../ui/fields/labelled-switch.tsx'
import classes from './queue-tools.module.css'
import { queueKeys } from './use-queue-keys.ts'

interface Props {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  onClose: () => void
}

/** The list of keys. They can be switched off, for users who dictate or whose keys press by themselves. */
export function QueueKeysDialog({ isOn, onSwitch, onClose }: Props) {
  return (
    <Dialog title="Teclas de la lista" onClose={onClose}>
      <dl className={classes.keys}>
        {queueKeys.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <LabelledSwitch
        label="Usar estas teclas"
        description="Mientras escribes en un campo son letras y nada más."
        isOn={isOn}
        onMove={onSwitch}
      />
    </Dialog>
  )
}
