import '@mantine/core/styles/Timeline.layer.css'

export { Timeline } from '@mantine/core'
