import { type ChangeEvent, useRef } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { CameraIcon } from '../../../ui/icons/icons.tsx'
import classes from './documents.module.css'

interface Props {
  title: string
  disabled: boolean
  onPhoto: (photo: File) => void
}

/** Opens the camera on a handheld device, besides the file chooser. */
export function TakePhoto({ title, disabled, onPhoto }: Props) {
  const camera = useRef<HTMLInputElement>(null)

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [photo] = currentTarget.files ?? []
    if (photo) onPhoto(photo)
    // The same photo can be chosen again after it was removed.
    currentTarget.value = ''
  }

  return (
    <span className={classes.camera}>
      <input
        ref={camera}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        aria-label={`Foto: ${title}`}
        onChange={take}
      />
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<CameraIcon size={18} />}
        aria-label={`Tomar foto: ${title}`}
        onClick={() => camera.current?.click()}
      >
        Tomar foto
      </Button>
    </span>
  )
}
