import { required } from '@carpeta/domain/errors/refusal'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { confirmTotp, type TotpOptions, totpOptionsQuery } from './calls.ts'
import { CodeField } from './code-field.tsx'
import classes from './second-factor.module.css'
import { useFactorAdded } from './use-factor-added.tsx'

const TITLE = 'Configurar una aplicación de códigos'

interface Props {
  onAdded: () => void
  onClose: () => void
}

/** Shares a secret with an application and checks that the application shows its codes. */
export function SetUpTotp({ onAdded, onClose }: Props) {
  const { data: options, error, refetch } = useQuery(totpOptionsQuery)
  const { codes, finish } = useFactorAdded(onAdded)
  if (codes) return codes
  if (options) return <Confirm options={options} onConfirmed={finish} onClose={onClose} />
  return (
    <Dialog title={TITLE} onClose={onClose}>
      {error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Dialog>
  )
}

interface TypedCode {
  code: string
}

const codeResolver = ruleResolver<TypedCode>(({ code }) =>
  code.trim() === '' ? { code: required('Escribe el código') } : {},
)

interface ConfirmProps {
  options: TotpOptions
  onConfirmed: (codes: string[]) => void
  onClose: () => void
}

function Confirm({ options, onConfirmed, onClose }: ConfirmProps) {
  // The phone that shows the picture cannot scan it.
  const isPhone = useMedia('(pointer: coarse)')
  const form = useForm<TypedCode>({ defaultValues: { code: '' }, resolver: codeResolver })
  const saving = useSave({
    form,
    names: ['code'],
    save: async ({ code }) => onConfirmed(await confirmTotp(code.trim())),
  })
  const code = useWatch({ control: form.control, name: 'code' })
  return (
    <FormDialog title={TITLE} submit="Confirmar" {...saving} isDirty={false} onClose={onClose}>
      <ol className={classes.steps}>
        <li>
          <p>
            {isPhone
              ? 'Agrega tu cuenta a una aplicación de códigos de este teléfono, por ejemplo Google Authenticator o Microsoft Authenticator:'
              : 'Abre en tu teléfono una aplicación de códigos, por ejemplo Google Authenticator o Microsoft Authenticator, y agrega una cuenta con este código QR:'}
          </p>
          {isPhone ? (
            <>
              <Button component="a" href={options.uri}>
                Abrir en mi aplicación de códigos
              </Button>
              <SecretKey secret={options.secret} hint="Si no se abre, copia esta clave en ella:" />
              <p className={classes.hint}>Si la aplicación está en otro teléfono, escanea esto:</p>
              <QrCode svg={options.qr_svg} />
            </>
          ) : (
            <>
              <QrCode svg={options.qr_svg} />
              <SecretKey
                secret={options.secret}
                hint="Si no puedes escanearlo, escribe esta clave:"
              />
            </>
          )}
        </li>
        <li>
          <p>Escribe el código de 6 dígitos que muestra la aplicación:</p>
          <CodeField
            ref={form.register('code').ref}
            method="totp"
            value={code}
            onText={(code) => form.setValue('code', code)}
            error={form.formState.errors.code?.message}
          />
        </li>
      </ol>
    </FormDialog>
  )
}

function QrCode({ svg }: { svg: string }) {
  return (
    <img
      className={classes.qr}
      src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
      alt="Código QR, que dice lo mismo que la clave."
      width={200}
      height={200}
    />
  )
}

function SecretKey({ secret, hint }: { secret: string; hint: string }) {
  return (
    <>
      <p className={classes.hint}>{hint}</p>
      <div className={classes.secret}>
        <code>{inGroups(secret)}</code>
        <CopyButton text={secret} label="Copiar clave" />
      </div>
    </>
  )
}

/** 'ABCD EFGH', easier to read. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}
