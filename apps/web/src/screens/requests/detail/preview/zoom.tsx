import { Button } from '../../../../ui/buttons/button.tsx'
import classes from './preview.module.css'

/** Of the frame's width, in percent. */
export const zoomSteps = [100, 150, 200, 300] as const

interface Props {
  value: number
  onChange: (zoom: number) => void
}

export function Zoom({ value, onChange }: Props) {
  const larger = zoomSteps.find((step) => step > value)
  const smaller = zoomSteps.findLast((step) => step < value)
  return (
    <div className={classes.zoom}>
      <Button
        variant="default"
        size="xs"
        disabled={smaller === undefined}
        onClick={() => onChange(smaller ?? value)}
      >
        Alejar
      </Button>
      <span className={classes.percent} aria-live="polite">
        {value} %
      </span>
      <Button
        variant="default"
        size="xs"
        disabled={larger === undefined}
        onClick={() => onChange(larger ?? value)}
      >
        Acercar
      </Button>
    </div>
  )
}
