import type { Command } from 'commander'

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
export function speakSpanish(program: Command): Command {
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
export function requireCommand(parent: Command, [name, ...rest]: string[]): void {
  if (parent.commands.length === 0 || name === undefined || name.startsWith('-')) return
  const named = parent.commands.find((command) => command.name() === name)
  const next = name === 'help' ? parent : named
  if (next) requireCommand(next, rest)
  else parent.error(`No hay un comando «${name}».`)
}
