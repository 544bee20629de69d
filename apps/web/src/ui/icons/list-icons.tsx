import { Icon, type IconProps } from './icons.tsx'

// Apart from the icons of every page, which the login page carries.

export const ChevronLeftIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m14.5 6-6 6 6 6" />
  </Icon>
)

export const ChevronRightIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m9.5 6 6 6-6 6" />
  </Icon>
)

export const ArrowUpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 19V5m-6 6 6-6 6 6" />
  </Icon>
)

export const ArrowDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14m6-6-6 6-6-6" />
  </Icon>
)

export const PencilIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="m4 20 .8-4L16 4.8a1.7 1.7 0 0 1 2.4 0l.8.8a1.7 1.7 0 0 1 0 2.4L8 19.2zM14 7l3 3" />
  </Icon>
)

export const RestoreIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 5v5h5M5.6 10a7.5 7.5 0 1 1-.9 5" />
  </Icon>
)

export const FilterIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 6.5h16M7 12h10M10 17.5h4" />
  </Icon>
)

export const PlusIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)

export const CalendarIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M5 5.5h14a1 1 0 0 1 1 1v12.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1zM4 10h16M8 3.5v4M16 3.5v4" />
  </Icon>
)

export const ReorderIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M7.5 19V5m-3.5 3.5L7.5 5 11 8.5M16.5 5v14m-3.5-3.5 3.5 3.5 3.5-3.5" />
  </Icon>
)
