// Only what every page uses; a screen imports the rest beside its component. The layered variants
// let our own modules win whatever the order in which chunks arrive.
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
