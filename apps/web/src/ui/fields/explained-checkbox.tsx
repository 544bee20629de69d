import type { ComponentProps } from 'react'
import { Checkbox } from './checkbox.ts'
import classes from './switch.module.css'

/** A checkbox that decides something, with what follows from it in letters that are read. */
export function ExplainedCheckbox(props: ComponentProps<typeof Checkbox>) {
  return <Checkbox size="md" classNames={{ description: classes.description ?? '' }} {...props} />
}
