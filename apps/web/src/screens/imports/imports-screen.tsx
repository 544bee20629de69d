import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { History } from './history.tsx'
import classes from './imports.module.css'
import { RecentUploads } from './upload/recent-uploads.tsx'
import { UploadCard } from './upload/upload-card.tsx'

/** Accounting's exports: uploaded, compared, applied and undone. */
export function Screen() {
  return (
    <Page
      title="Cargas"
      actions={
        <Button
          component={Link}
          to="/imports/tokens"
          variant="default"
          leftSection={<KeyIcon size={18} />}
        >
          Tokens
        </Button>
      }
    >
      <p className={classes.lead}>
        Cada cifra del portal es una copia de contabilidad. Sube lo que exportó, revisa qué
        cambiaría y aplícalo.
      </p>
      <Stack gap="xl">
        <UploadCard />
        <RecentUploads />
        <History />
      </Stack>
    </Page>
  )
}
