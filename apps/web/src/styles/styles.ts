// The styles of every page; components import the others. Mantine's styles are layered, so that our
// modules override them in any chunk order.
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import './tokens.css'
import './base.css'
