import { groupThousands } from '@carpeta/domain/money/thousands'
import cliProgress from 'cli-progress'

const PERCENT = 100

/** A bar on the error output of a terminal; nothing anywhere else. */
export function openProgressBar(): {
  show: (progress: { sales: number; part: number }) => void
  close: () => void
} {
  if (!process.stderr.isTTY) return { show: () => {}, close: () => {} }
  const bar = new cliProgress.SingleBar({
    format: 'Leyendo [{bar}] {percentage} % · {sales} ventas',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    hideCursor: true,
    stream: process.stderr,
  })
  bar.start(PERCENT, 0, { sales: '0' })
  return {
    show: ({ sales, part }) =>
      bar.update(Math.floor(part * PERCENT), { sales: groupThousands(String(sales)) }),
    close: () => bar.stop(),
  }
}
