import '@mantine/core/styles/Input.layer.css'

export { NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core'
