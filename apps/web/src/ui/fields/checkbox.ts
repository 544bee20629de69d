import './inputs.ts'
import './inline-input.ts'
import '@mantine/core/styles/Checkbox.layer.css'

export { Checkbox } from '@mantine/core'
