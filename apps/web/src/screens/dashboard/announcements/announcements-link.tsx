import { Link } from 'react-router'
import { ownAnnouncementsQuery } from '../../../api/announcements/own-announcements.ts'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { BellIcon } from '../../../ui/icons/icons.tsx'
import { listSearch } from './address.ts'
import classes from './announcements-link.module.css'

/** Leads to the announcements; says how many are unread. */
export function AnnouncementsLink() {
  const { data = [], isAbsent } = useOptionalQuery(ownAnnouncementsQuery)
  if (isAbsent) return null
  const unread = data.filter(({ read_at }) => read_at === null).length
  return (
    <Button
      component={Link}
      to={{ search: listSearch }}
      variant="default"
      leftSection={<BellIcon size={18} />}
    >
      Avisos{' '}
      {unread > 0 && (
        <span className={classes.unread}>
          {unread} <span className={classes.words}>sin leer</span>
        </span>
      )}
    </Button>
  )
}
