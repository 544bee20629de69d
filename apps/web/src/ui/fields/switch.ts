import './inline-input.ts'
import '@mantine/core/styles/Switch.layer.css'

export { Switch } from '@mantine/core'
