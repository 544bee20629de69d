import { Icon, type IconProps } from './icons.tsx'

// Apart from the icons of every page, which the login page carries.

export const PersonIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="8" r="3.8" />
    <path d="M4.5 20.5a7.5 7.5 0 0 1 15 0" />
  </Icon>
)

/** The card with one's rut. */
export const IdCardIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1z" />
    <circle cx="8.5" cy="10.8" r="1.8" />
    <path d="M5.8 15.5a2.8 2.8 0 0 1 5.4 0M14 10h4M14 14h4" />
  </Icon>
)

export const GroupIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 3.5 19.5 6v5.5c0 4.4-3 7.6-7.5 9-4.5-1.4-7.5-4.6-7.5-9V6z" />
    <path d="m8.8 12 2.2 2.2 4.2-4.4" />
  </Icon>
)
