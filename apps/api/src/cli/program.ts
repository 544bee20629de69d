import { Command, CommanderError } from 'commander'
import { UsageError } from '../config/usage-error.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'

/** The exit code of wrong use, an unreadable file or a wrong setting. */
const USAGE_ERROR = 2

// Each command imports its module when it runs, so that help and small commands are quick.

const program = speakSpanish(new Command('carpeta'))
  .description('Carpeta Virtual: el portal de los socios. Los ajustes son variables de entorno.')
  .showHelpAfterError('(carpeta COMANDO --help explica cada uno)')
  .version(PORTAL_VERSION, '-v, --version', 'dice la versión')
  .exitOverride()

program
  .command('serve')
  .description('Atiende el portal: API y web')
  .option('--no-worker', 'no corre los trabajos: los corre carpeta worker')
  .action(async ({ worker }) => {
    // A wrong setting is reported before the whole portal is loaded.
    const config = (await import('../config/config.ts')).readConfig()
    await (await import('./serve.ts')).serve(config, { runsJobs: worker })
  })

program
  .command('worker')
  .description('Corre los trabajos: correos, cargas y tareas de cada noche')
  .action(async () => {
    const config = (await import('../config/config.ts')).readConfig()
    await (await import('./work.ts')).work(config)
  })

program
  .command('doctor')
  .description('Revisa la instalación, sin cambiar nada; el código de salida es 1 si algo falla')
  .option('--mail-to <correo>', 'envía además un correo de prueba a esta dirección')
  .action(async (options) => (await import('./doctor.ts')).runDoctor(options))

program
  .command('alert')
  .description('Avisa por correo a los superusuarios que falló un servicio; lo llama systemd')
  .argument('<servicio>', 'su nombre, por ejemplo carpeta-backup.service')
  .action(async (service) => (await import('./alert.ts')).runAlert(service))

program
  .command('migrate')
  .description('Lleva la base de datos a esta versión')
  .action(async () => (await import('./prepare-database.ts')).runMigrate())

program
  .command('sample')
  .description('Carga la cooperativa de ejemplo en una base vacía (solo ENVIRONMENT=local)')
  .action(async () => (await import('./sample.ts')).runSample())

program
  .command('import')
  .description('Carga lo que exportó contabilidad, o lo que está en su base')
  .argument(
    '[origen]',
    'un archivo .ndjson, .ndjson.gz, .xlsx o .zip, una carpeta de CSV, o mysql://USUARIO@SERVIDOR/BASE; por omisión ACCOUNTING_URL',
  )
  .option(
    '--queries <carpeta>',
    'las consultas .sql que leen la base; por omisión ACCOUNTING_QUERIES',
  )
  .option('--dry-run', 'dice qué pasaría, sin escribir nada', false)
  .option('--max-rejects <porcentaje>', 'ventas rechazadas que se toleran', percentage, 1)
  .option('--rejects <csv>', 'escribe en este archivo todos los motivos de rechazo')
  .option(
    '--force',
    'acepta un corte anterior al cargado, que desaparezcan muchas ventas y que queden vacías cifras',
    false,
  )
  .option('--pause-emails', 'deja en pausa los correos a los socios; se envían en /imports', false)
  .addHelpText(
    'after',
    `
Código de salida: 0 todo aplicado · 3 aplicado, con ventas rechazadas · 4 carga detenida, nada
cambió · 2 mal uso o archivo ilegible. El formato está en docs/accounting-export.md.`,
  )
  .action(async (place, options) => {
    await (await import('./import.ts')).runImport(place, options)
  })

program
  .command('documents')
  .description('Los documentos que los socios encuentran en sus ventas')
  .command('import')
  .description('Publica una carpeta o un zip de documentos: todos, o ninguno')
  .argument('<origen>', 'archivos CÓDIGO_categoría_título.pdf, o con un index.csv al lado')
  .option('--dry-run', 'dice qué calza y qué no, sin publicar nada', false)
  .option('--rejects <csv>', 'escribe en este archivo lo que no calza, con su motivo')
  .addHelpText(
    'after',
    `
Columnas de index.csv: code, category, title, date, file, visible_to_co_holder. El mismo archivo en la
misma venta no se publica dos veces. Código de salida: 0 publicado, o calza todo · 4 algo no calza, nada
cambió · 2 mal uso o archivo ilegible.`,
  )
  .action(async (path, options) =>
    (await import('./documents.ts')).runDocumentsImport(path, options),
  )

const uf = program.command('uf').description('Los valores de la UF, por día')

uf.command('import')
  .description('Carga los valores de un archivo: fecha y valor en cada línea')
  .argument('<archivo>', 'un CSV, por ejemplo el del Banco Central')
  .option('--force', 'acepta un valor que cambia más de un 1 % de un día a otro', false)
  .addHelpText(
    'after',
    `
Código de salida: 0 todo aplicado · 3 aplicado, con líneas rechazadas · 4 ninguna línea sirve · 2 mal
uso o archivo ilegible. Las fechas y los valores se entienden como los escriben el Banco Central, el
Diario Oficial, la CMF y mindicador.cl.`,
  )
  .action(async (file, options) => (await import('./uf.ts')).runUfImport(file, options))

uf.command('fetch')
  .description('Pide los valores publicados a la CMF (CMF_API_KEY) y a mindicador.cl')
  .addHelpText(
    'after',
    `
Código de salida: 0 hay valor de hoy · 1 falta el de hoy · 4 rechazado, porque las fuentes no coinciden
o un valor salta; nada cambió.`,
  )
  .action(async () => (await import('./uf.ts')).runUfFetch())

uf.command('list')
  .description('Muestra los valores guardados, desde hace una semana')
  .option('--from <fecha>', 'desde este día, dd-mm-aaaa')
  .action(async (options) => (await import('./uf.ts')).runUfList(options))

program
  .command('invite')
  .description('Envía el correo de activación a socios que no han activado su cuenta')
  .option('--rut <rut>', 'a uno; si ya tenía un correo, el nuevo lo reemplaza')
  .option('--all-not-invited', 'a todos los que aún no tienen uno')
  .action(async (options) => (await import('./accounts.ts')).runInvite(options))

program
  .command('create-superuser')
  .description('Crea un superusuario; pide la contraseña, o la lee de la entrada estándar')
  .requiredOption('--rut <rut>', 'su rut')
  .requiredOption('--email <correo>', 'su correo')
  .requiredOption('--first-name <nombre>', 'su nombre')
  .requiredOption('--last-name <apellido>', 'su apellido')
  .action(async (options) => (await import('./accounts.ts')).runCreateSuperuser(options))

program
  .command('demote-superuser')
  .description('Le quita a alguien los permisos de superusuario; conserva su cuenta')
  .requiredOption('--rut <rut>', 'su rut')
  .action(async (options) => (await import('./accounts.ts')).runDemoteSuperuser(options))

program
  .command('reset-factor')
  .description('Le quita a alguien su segundo factor, por ejemplo si perdió su teléfono')
  .requiredOption('--rut <rut>', 'su rut')
  .action(async (options) => (await import('./accounts.ts')).runResetFactor(options))

program
  .command('export-member')
  .description('Escribe en una carpeta todo lo que el portal guarda de un socio')
  .option('--rut <rut>', 'su rut')
  .option('--id <cuenta>', 'o el número de su cuenta, que /users muestra')
  .option('--email <correo>', 'o su correo, si nadie más lo tiene')
  .requiredOption('--output <carpeta>', 'una carpeta nueva o vacía')
  .addHelpText(
    'after',
    `
Código de salida: 0 todo escrito · 1 no hay tal cuenta, o un documento no se pudo leer · 2 mal uso.`,
  )
  .action(async (options) => (await import('./personal-data.ts')).runExportMember(options))

program
  .command('erase-member')
  .description('Anonimiza a un socio; dice qué se borra, qué se conserva y por qué')
  .option('--rut <rut>', 'su rut')
  .option('--id <cuenta>', 'o el número de su cuenta, que /users muestra')
  .option('--email <correo>', 'o su correo, si nadie más lo tiene')
  .option('--dry-run', 'dice qué pasaría, sin escribir nada', false)
  .option('--force', 'también con una venta abierta o un trámite sin responder', false)
  .addHelpText(
    'after',
    `
Código de salida: 0 anonimizado, ahora o antes · 1 no se pudo, nada cambió · 2 mal uso.`,
  )
  .action(async (options) => (await import('./personal-data.ts')).runEraseMember(options))

const audit = program.command('audit').description('La bitácora: quién hizo y vio qué')

audit
  .command('verify')
  .description('Comprueba que nadie la cambió; dice cuál es la primera anotación rota')
  .option('--contains <huella>', 'la «Última» de una comprobación anterior debe seguir en ella')
  .action(async (options) => (await import('./audit-verify.ts')).runAuditVerify(options))

program
  .command('backup')
  .description('Respalda la base de datos y los documentos en un archivo, con el portal en marcha')
  .argument('[destino]', 'una carpeta, un archivo .tar.gz, o s3://BUCKET?…; por omisión BACKUP_URL')
  .option(
    '--recipient <clave>',
    'cifra para esta clave pública de age, y puede repetirse; por omisión BACKUP_RECIPIENTS',
    (key: string, others: string[] = []) => [...others, key],
  )
  .option('--keep <número>', 'después borra los anteriores a los últimos tantos', count)
  .option('--erased-only', 'solo pone al día la lista de personas borradas', false)
  .addHelpText(
    'after',
    `
Código de salida: 0 respaldado · 3 respaldado, pero faltan archivos que la base nombra · 1 no se pudo, no
quedó nada a medias · 2 mal uso. El respaldo no contiene SECRET_KEY ni otros ajustes: guárdelos aparte.
Junto a los respaldos queda erased-people.json, con quienes restore debe volver a borrar.`,
  )
  .action(async (target, options) => (await import('./backup.ts')).runBackup(target, options))

program
  .command('restore')
  .description('Repone un respaldo en una instalación vacía, y lo comprueba')
  .argument(
    '[origen]',
    'un archivo, o una carpeta o s3://BUCKET?… cuyo último respaldo se repone; por omisión BACKUP_URL',
  )
  .option('--name <nombre>', 'este respaldo de la carpeta o del bucket')
  .option('--identity <archivo>', 'la clave privada de age que lo abre')
  .option('--without-erased-list', 'sigue sin la lista de personas borradas', false)
  .option('--other-key', 'sigue aunque el respaldo se hizo con otra SECRET_KEY', false)
  .option('--rehearse', 'lo repone aparte, dice qué encontró y cuánto demoró, y lo borra', false)
  .addHelpText(
    'after',
    `
Código de salida: 0 repuesto y comprobado · 3 repuesto, con algo que revisar · 1 falló a medio camino, la
instalación sigue vacía · 2 mal uso o respaldo que no sirve, nada cambió. Todas las sesiones terminan.`,
  )
  .action(async (source, options) => (await import('./backup.ts')).runRestore(source, options))

program
  .command('end-access')
  .description(
    'Después de recuperar la base a un momento anterior: termina sesiones, enlaces y contraseñas temporales',
  )
  .addHelpText(
    'after',
    `
Terminan todas las sesiones, los enlaces y las cartas sin usar, los navegadores conocidos, las contraseñas
temporales y los correos por confirmar: después de ese momento pudieron usarse o terminar. Los avisos
programados que ya debían publicarse quedan como borrador. Lo mismo hace restore. Córralo antes de iniciar
el portal.`,
  )
  .action(async () => (await import('./backup.ts')).runEndAccess())

program
  .command('verify')
  .description('Comprueba que cada documento tiene su archivo, y cada archivo su documento')
  .addHelpText(
    'after',
    '\nCódigo de salida: 0 todo está · 1 algo falta, sobra o es otro · 2 mal uso.',
  )
  .action(async () => (await import('./backup.ts')).runVerify())

const importToken = program
  .command('import-token')
  .description('Los tokens con que un programa carga exportaciones por internet')

importToken
  .command('create')
  .description('Crea uno y lo muestra una sola vez')
  .requiredOption('--name <nombre>', 'para qué es, por ejemplo «respaldo nocturno»')
  .option('--days <días>', 'cuánto vale: 30, 90 o 365', Number, 365)
  .action(async (options) => (await import('./import-token.ts')).runCreateImportToken(options))

importToken
  .command('list')
  .description('Los muestra sin su secreto: número, comienzo, estado y último uso')
  .action(async () => (await import('./import-token.ts')).runListImportTokens())

importToken
  .command('revoke')
  .description('Termina uno de inmediato')
  .requiredOption('--id <número>', 'su número, que list muestra')
  .action(async (options) => (await import('./import-token.ts')).runRevokeImportToken(options))

function count(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new UsageError(`«${text}» no es un número de respaldos: es 1 o más.`)
  }
  return Number(text)
}

function percentage(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value <= 100)) {
    throw new CommanderError(USAGE_ERROR, 'carpeta.percentage', `«${text}» no es un porcentaje.`)
  }
  return value
}

/** Runs a command to its end, or starts a service. Its exit code is `process.exitCode`. */
export async function runCarpeta(args: string[]): Promise<void> {
  // Printed as it is: a service that runs already prints lines of JSON only.
  try {
    requireCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'carpeta.percentage') console.error(error.message)
      process.exitCode = error.exitCode === 0 ? 0 : USAGE_ERROR
    } else if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = USAGE_ERROR
    } else {
      const { isDatabaseFull } = await import('../db/client.ts')
      process.stderr.write(`${isDatabaseFull(error) ? DATABASE_FULL : explain(error)}\n`)
      process.exitCode = 1
    }
  }
}

const DATABASE_FULL =
  'No queda espacio en el disco de la base de datos: lo que estaba a medias se deshizo. Libere espacio y repita.'

/** A sentence for the operator, with its cause on the next line. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  // `carpeta` of Debian runs as its own account: who typed the path may well see the file.
  if (path !== undefined) return `La cuenta que ejecuta carpeta no puede usar ${path} (${code}).`
  return error.cause instanceof Error ? `${error.message}\n${explain(error.cause)}` : error.message
}

/** Commander's English messages, translated. */
const errors: [english: RegExp, spanish: string][] = [
  [/error: unknown option '(.+?)'/, 'No hay una opción «$1».'],
  [/error: missing required argument '(.+?)'/, 'Falta <$1>.'],
  [/error: option '(.+?)' argument missing/, 'A la opción «$1» le falta su valor.'],
  [/error: required option '(.+?)' not specified/, 'Falta la opción «$1».'],
  [/error: too many arguments.*/, 'Sobran argumentos.'],
  [/\(Did you mean (?:one of )?(.+?)\?\)/, '(¿Quiso decir $1?)'],
]

const titles: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Comandos:',
}

/** Call it before commands are added: they inherit the settings. */
function speakSpanish(program: Command): Command {
  return program
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand('help [comando]', 'muestra la ayuda de un comando')
    .configureOutput({
      outputError: (text, write) =>
        write(errors.reduce((said, [english, spanish]) => said.replace(english, spanish), text)),
    })
    .configureHelp({
      styleTitle: (title) => titles[title] ?? title,
      styleUsage: inSpanish,
      styleSubcommandTerm: inSpanish,
      styleOptionDescription: (text) =>
        text.replace(' (default: false)', '').replace('(default: ', '(por omisión: '),
    })
}

function inSpanish(usage: string): string {
  return usage.replace('[options]', '[opciones]').replace('[command]', '[comando]')
}

/** Commander itself answers `nada --help` with the general help. */
function requireCommand(parent: Command, [name, ...rest]: string[]): void {
  if (parent.commands.length === 0 || name === undefined || name.startsWith('-')) return
  const named = parent.commands.find((command) => command.name() === name)
  const next = name === 'help' ? parent : named
  if (next) requireCommand(next, rest)
  else parent.error(`No hay un comando «${name}».`)
}
