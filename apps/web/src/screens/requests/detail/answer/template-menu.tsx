import { Menu } from '@mantine/core'
import { Button } from '../../../../ui/buttons/button.tsx'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templatesQuery } from '../../../../api/answer-templates.ts'
import { FileIcon } from '../../../../ui/icons/icons.tsx'
import { Templates } from '../../templates/templates.tsx'
import classes from '../detail.module.css'

/** Inserts a template after the typed text. */
export function TemplateMenu({ onChoose }: { onChoose: (body: string) => void }) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [areOpen, setOpen] = useState(false)
  return (
    <>
      <Menu position="bottom-start" width={280} transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<FileIcon size={16} />}>
            Usar una plantilla
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.templates ?? ''}>
          {templates.map(({ id, title, body }) => (
            <Menu.Item key={id} onClick={() => onChoose(body)}>
              {title}
            </Menu.Item>
          ))}
          {templates.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setOpen(true)}>Administrar plantillas…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {areOpen && <Templates onClose={() => setOpen(false)} />}
    </>
  )
}
