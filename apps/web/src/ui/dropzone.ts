import '@mantine/dropzone/styles.layer.css'

export { Dropzone } from '@mantine/dropzone'
