import { icon } from './icon.tsx'

export * from './home-icons.tsx'
export type { IconProps } from './icon.tsx'

export const ArrowDownIcon = icon('M12 5v14m6-6-6 6-6-6')
export const ArrowUpIcon = icon('M12 19V5m-6 6 6-6 6 6')
export const BookIcon = icon(
  'M12 6.5C10 5 7 4.6 3.5 5v13c3.5-.4 6.5 0 8.5 1.5 2-1.5 5-1.9 8.5-1.5V5C17 4.6 14 5 12 6.5zM12 6.5v13',
)
export const CameraIcon = icon(
  'M4.5 7.5H8l1.5-2.5h5L16 7.5h3.5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM8.7 13a3.3 3.3 0 1 0 6.6 0 3.3 3.3 0 1 0-6.6 0z',
)
export const ChartIcon = icon('M4 20h16M6.5 16.5v-4M12 16.5v-11M17.5 16.5v-7')
export const BankCardIcon = icon('M3 6.5h18v11H3zM3 10.5h18M6.5 14.5h4')
export const CheckIcon = icon('m5 12.5 4.5 4.5L19 7.5')
export const ChecklistIcon = icon(
  'm4 7 1.5 1.5L8.5 5.5M12 7h8M4 13l1.5 1.5 3-3M12 13h8M4.5 19h3M12 19h8',
)
export const ChevronLeftIcon = icon('m14.5 6-6 6 6 6')
export const ClipboardIcon = icon(
  'M8.5 5H6.5a1 1 0 0 0-1 1v13.5a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V6a1 1 0 0 0-1-1h-2M8.5 3.5h7v3.5h-7zM9 12h6M9 16h4',
)
export const CrossCircleIcon = icon(
  'M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM9 9l6 6m0-6-6 6',
)
export const CopyIcon = icon(
  'M9.5 8.5h9a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V9.5a1 1 0 0 1 1-1zM15.5 8.5V5a1 1 0 0 0-1-1h-9a1 1 0 0 0-1 1v9.5a1 1 0 0 0 1 1h3',
)
export const CrossIcon = icon('M6.5 6.5l11 11m0-11-11 11')
export const DashCircleIcon = icon('M3.5 12a8.5 8.5 0 1 0 17 0 8.5 8.5 0 1 0-17 0zM8.5 12h7')
export const ExpandIcon = icon('M4 9.5V4h5.5M20 9.5V4h-5.5M4 14.5V20h5.5M20 14.5V20h-5.5')
export const FilterIcon = icon('M4 6.5h16M7 12h10M10 17.5h4')
export const SortIcon = icon('M8 5v14m-4-4 4 4 4-4M16 19V5m-4 4 4-4 4 4')
export const FolderIcon = icon('M3.5 18.5v-12h6l2 2.5h9v9.5z')
export const GroupIcon = icon(
  'M12 3.5 19.5 6v5.5c0 4.4-3 7.6-7.5 9-4.5-1.4-7.5-4.6-7.5-9V6zM8.8 12l2.2 2.2 4.2-4.4',
)
export const IdCardIcon = icon(
  'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM6.7 10.8a1.8 1.8 0 1 0 3.6 0 1.8 1.8 0 1 0-3.6 0zM5.8 15.5a2.8 2.8 0 0 1 5.4 0M14 10h4M14 14h4',
)
export const InboxIcon = icon('M3.5 13.5 6.5 5h11l3 8.5V19h-17zM3.5 13.5H9l1.5 2.5h3l1.5-2.5h5.5')
export const KeyIcon = icon(
  'M3.5 15.5a4 4 0 1 0 8 0 4 4 0 1 0-8 0zM10.4 12.6 19.5 3.5m-3.6 3.6 2.8 2.8M13 10l1.8 1.8',
)
export const KeyboardIcon = icon(
  'M4 6.5h16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM6.5 10.5h.5m3 0h.5m3 0h.5m3 0h.5M8.5 14.5h7',
)
export const LogIcon = icon('M4.5 6h.1M4.5 12h.1M4.5 18h.1M8.5 6H20M8.5 12H20M8.5 18H16')
export const MinusIcon = icon('M5 12h14')
export const MoreIcon = icon(
  'M11.5 5.5a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM11.5 12a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0zM11.5 18.5a.5.5 0 1 0 1 0 .5.5 0 1 0-1 0z',
)
export const PencilIcon = icon(
  'm4 20 .8-4L16 4.8a1.7 1.7 0 0 1 2.4 0l.8.8a1.7 1.7 0 0 1 0 2.4L8 19.2zM14 7l3 3',
)
export const PersonIcon = icon(
  'M8.2 8a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0-7.6 0zM4.5 20.5a7.5 7.5 0 0 1 15 0',
)
export const PlusIcon = icon('M12 5v14M5 12h14')
export const ReorderIcon = icon(
  'M7.5 19V5m-3.5 3.5L7.5 5 11 8.5M16.5 5v14m-3.5-3.5 3.5 3.5 3.5-3.5',
)
export const ReplyIcon = icon('M9.5 6.5 4 12l5.5 5.5M4 12h10a6 6 0 0 1 6 6v.5')
export const RestoreIcon = icon('M5 5v5h5M5.6 10a7.5 7.5 0 1 1-.9 5')
export const SearchIcon = icon('M4.5 10.5a6 6 0 1 0 12 0 6 6 0 1 0-12 0zM15 15l5 5')
export const ServerIcon = icon('M4 4.5h16v6H4zM4 13.5h16v6H4zM7.5 7.5h.01M7.5 16.5h.01')
export const StarIcon = icon('m12 4 2.4 5 5.4.7-4 3.8 1 5.4-4.8-2.6-4.8 2.6 1-5.4-4-3.8 5.4-.7z')
export const TableIcon = icon('M3.5 5h17v14h-17zM3.5 9.5h17M3.5 14.3h17M9.5 5v14')
export const TrashIcon = icon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.8 12.5h9.4L17.5 7M10 11v5M14 11v5')
