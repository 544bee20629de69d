import { icon } from './icon.tsx'

// Those of the dashboard, which has a size budget, with those of the login.

export * from './login-icons.tsx'

export const ArrowLeftIcon = icon('M19.5 12h-15m6-6-6 6 6 6')
export const BellIcon = icon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4')
export const BuildingIcon = icon(
  'M5 20.5V4.5a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v16M15 9.5h3a1 1 0 0 1 1 1v10M3.5 20.5h17M8.5 7.5h3M8.5 11.5h3M8.5 15.5h3',
)
export const CalendarIcon = icon(
  'M5 5.5h14a1 1 0 0 1 1 1v12.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6.5a1 1 0 0 1 1-1zM4 10h16M8 3.5v4M16 3.5v4',
)
export const ChevronDownIcon = icon('m6 9.5 6 6 6-6')
export const ChevronRightIcon = icon('m9.5 6 6 6-6 6')
export const ClockIcon = icon('M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM12 7.5V12l3 2')
export const DownloadIcon = icon('M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15')
export const FileIcon = icon(
  'M14 3.5H7a1.5 1.5 0 0 0-1.5 1.5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8zM14 3.5V8h4.5M9 12.5h6M9 16h6',
)
export const HelpIcon = icon(
  'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2 1-1.2 1.9M12 16.4v.1',
)
export const HouseIcon = icon('M3.5 11 12 4l8.5 7M5.5 9.5V20h13V9.5M10 20v-5.5h4V20')
export const LogoutIcon = icon(
  'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5',
)
export const PrinterIcon = icon(
  'M7 8.5v-5h10v5M7 16.5H4.5a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h15a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H17M7 13.5h10v7H7z',
)
export const ReceiptIcon = icon(
  'M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9.5 8h5M9.5 12h5',
)
export const UsersIcon = icon(
  'M5.5 8a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
)
