import { dateTimeInSantiago, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  COMMAND_LINE,
  importTokenDays,
  importTokenErrors,
  importTokenStateLabels,
} from '@carpeta/domain/imports/import-token-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirmation } from '../forms/confirmation.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useDialogForm } from '../forms/use-dialog-form.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { TablePanel } from '../list/paged-table.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { startCalls } from '../session/start-calls.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { CopyButton } from '../ui/fields/copy-button.tsx'
import { NativeSelect, TextInput } from '../ui/fields/inputs.ts'
import { PlusIcon } from '../ui/icons/icons.tsx'
import { Page } from '../ui/layout/page.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import {
  createImportToken,
  IMPORT_TOKENS,
  type ImportToken,
  importTokensQuery,
  revokeImportToken,
} from './calls.ts'
import classes from './imports.module.css'
import { BackToLoads } from './load-facts.tsx'

export const loader = startCalls((client) => void client.prefetchQuery(importTokensQuery))

/** Tokens with which a program of the cooperative sends exports. */
export function Component() {
  const { data: tokens, error, isPending, refetch } = useQuery(importTokensQuery)
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ImportToken | null>(null)
  return (
    <Page
      title="Tokens para cargar"
      back={<BackToLoads />}
      actions={
        <Button leftSection={<PlusIcon size={18} />} onClick={() => setCreating(true)}>
          Crear token
        </Button>
      }
    >
      <p className={classes.lead}>
        Con un token, el computador de contabilidad envía la exportación cada noche sin que nadie
        ingrese. Un token sirve solo para cargar, y solo mientras quien lo creó pueda hacerlo.
      </p>
      {isPending && <ListSkeleton />}
      {error && !tokens && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {tokens?.length === 0 && (
        <EmptyState title="No hay tokens">Crea uno para cargar sin intervención.</EmptyState>
      )}
      {tokens && tokens.length > 0 && (
        <TablePanel
          caption="Tokens"
          columns={columnsWith(setRevoked)}
          rows={tokens}
          rowKey={({ id }) => id}
          empty=""
        />
      )}
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
      {revoked && <Revoke token={revoked} onClose={() => setRevoked(null)} />}
    </Page>
  )
}

function columnsWith(onRevoke: (token: ImportToken) => void): Column<ImportToken>[] {
  return [
    {
      header: 'Nombre',
      cell: ({ name }) => <span className={classes.name}>{name}</span>,
      onCard: 'title',
    },
    { header: 'Comienza con', cell: ({ prefix }) => <code>{prefix}…</code>, isShort: true },
    {
      header: 'Creado por',
      cell: ({ created_by, state }) => (
        <>
          {created_by || COMMAND_LINE}
          {state === 'suspended' && <div className={classes.shortDetail}>Ya no puede cargar</div>}
        </>
      ),
      onCard: 'line',
    },
    {
      header: 'Vence',
      cell: ({ expires_at }) => (
        <span className={classes.date}>{shortDate(todayInSantiago(new Date(expires_at)))}</span>
      ),
      isShort: true,
    },
    {
      header: 'Último uso',
      cell: ({ last_used_at }) => (last_used_at ? dateTimeInSantiago(last_used_at) : 'Sin uso'),
      isShort: true,
      onCard: 'line',
    },
    {
      header: 'Estado',
      cell: ({ state }) => importTokenStateLabels[state],
      isShort: true,
      onCard: 'aside',
    },
    {
      header: 'Acciones',
      cell: (token) =>
        (token.state === 'active' || token.state === 'suspended') && (
          <Button
            variant="default"
            aria-label={`Revocar ${token.name}`}
            onClick={() => onRevoke(token)}
          >
            Revocar
          </Button>
        ),
      onCard: 'foot',
    },
  ]
}

function Revoke({ token, onClose }: { token: ImportToken; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Confirmation
      title="Revocar el token"
      confirm="Revocar"
      isDanger
      action={async () => {
        await revokeImportToken(token.id)
        await client.invalidateQueries({ queryKey: [IMPORT_TOKENS] })
      }}
      onClose={onClose}
    >
      <p>
        El programa que usa «{token.name}» deja de poder cargar de inmediato. No se puede deshacer.
      </p>
    </Confirmation>
  )
}

interface Typed {
  name: string
  days: string
}

const names = ['name', 'days'] as const

/** A form, and then the token, which is shown only here. */
function CreateToken({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null)
  return token === null ? (
    <TokenForm onToken={setToken} onClose={onClose} />
  ) : (
    <NewToken token={token} onClose={onClose} />
  )
}

function TokenForm({
  onToken,
  onClose,
}: {
  onToken: (token: string) => void
  onClose: () => void
}) {
  const { form, errors, dialog } = useDialogForm<Typed>({
    defaultValues: { name: '', days: '365' },
    names,
    resource: IMPORT_TOKENS,
    save: async ({ name, days }) => onToken(await createImportToken({ name, days: Number(days) })),
    // The dialog with the token takes its place.
    onClose: () => {},
  })
  const { register } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title="Crear token" submit="Crear">
      <TextInput
        {...register('name', {
          validate: (name) => importTokenErrors({ name, days: 30 }).name?.text ?? true,
        })}
        label="Nombre"
        description="Para reconocerlo: qué programa lo usa, y en qué computador."
        maxLength={80}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
      />
      <NativeSelect
        {...register('days')}
        label="Vale por"
        data={importTokenDays.map((days) => ({ value: String(days), label: `${days} días` }))}
        error={errors.days?.message}
      />
    </FormDialog>
  )
}

/** Only its button closes it: the token cannot be shown again. */
function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      title="Guarda el token"
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      buttons={<Button onClick={onClose}>Ya lo guardé</Button>}
    >
      <p>Cópialo ahora en el programa que carga: no se vuelve a mostrar.</p>
      <p className={classes.token}>{token}</p>
      <CopyButton text={token} label="Copiar" />
    </Dialog>
  )
}
