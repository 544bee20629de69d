import { groupThousands } from '@carpeta/domain/text/counted'
import cliProgress from 'cli-progress'

interface Progress {
  sales: number
  /** Of the export, from 0 to 1. */
  part: number
}

interface LoadProgress {
  show: (progress: Progress) => void
  close: () => void
}

const PERCENT = 100

/** Between two lines where there is no terminal: a log of the night. */
const LINE_EVERY_MS = 10_000

/** How far a load is, on the error output: a bar on a terminal, and anywhere else a line now and then. */
export function openLoadProgress(output: NodeJS.WriteStream = process.stderr): LoadProgress {
  return output.isTTY ? openBar(output) : openLines(output)
}

function openBar(stream: NodeJS.WriteStream): LoadProgress {
  const bar = new cliProgress.SingleBar({
    format: 'Leyendo [{bar}] {percentage} % · {sales} ventas',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    hideCursor: true,
    stream,
  })
  bar.start(PERCENT, 0, { sales: '0' })
  return {
    show: ({ sales, part }) =>
      bar.update(Math.floor(part * PERCENT), { sales: groupThousands(String(sales)) }),
    close: () => bar.stop(),
  }
}

function openLines(output: NodeJS.WriteStream): LoadProgress {
  let last: Progress | undefined
  const timer = setInterval(() => {
    if (last) output.write(`${sentence(last)}\n`)
  }, LINE_EVERY_MS)
  return {
    show: (progress) => {
      last = progress
    },
    close: () => clearInterval(timer),
  }
}

function sentence({ sales, part }: Progress): string {
  const count = groupThousands(String(sales))
  return part < 1
    ? `Leyendo: ${Math.floor(part * PERCENT)} %, ${count} ventas.`
    : `Se leyeron ${count} ventas; se guardan en la base de datos.`
}
