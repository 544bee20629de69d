import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

const medium = { defaultProps: { size: 'md' } }

// styles/tokens.css has the portal's values for the variables of Mantine's components.
const theme = createTheme({
  colors: {
    petrol: [
      '#f0f7f6',
      '#e4f0ee',
      '#c3dfdc',
      '#9accc8',
      '#63afab',
      '#2f8d8b',
      '#0e6e6e',
      '#0a5656',
      '#084646',
      '#063636',
    ],
  },
  primaryColor: 'petrol',
  primaryShade: 6,
  cursorType: 'pointer',
  components: {
    CheckboxGroup: medium,
    NativeSelect: medium,
    Textarea: medium,
    TextInput: medium,
  },
})

/** Where Mantine would mix a colour of its own from the palette. */
const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-petrol-light': 'var(--petrol-soft)',
    '--mantine-color-petrol-light-hover': 'var(--petrol-hover)',
    '--mantine-color-petrol-light-color': 'var(--petrol-deep)',
    '--mantine-color-petrol-outline-hover': 'var(--petrol-soft)',
  },
  dark: {},
})

export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      cssVariablesResolver={cssVariablesResolver}
    >
      {children}
    </MantineProvider>
  )
}
