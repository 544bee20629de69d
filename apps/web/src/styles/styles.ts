// The styles of every page. The others are imported beside the component that needs them. The
// layered variants let our own modules win whatever the order of the chunks.
import './layers.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Burger.layer.css'
import './fallback-font.css'
import './tokens.css'
import './base.css'
