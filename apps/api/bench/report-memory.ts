import { writeFileSync } from 'node:fs'

// Loaded before the program that is measured: writes its peak of memory, in MB, when it ends.
process.on('exit', () => {
  const file = process.env.BENCH_MEMORY_FILE
  if (file) writeFileSync(file, String(Math.round(process.resourceUsage().maxRSS / 1024)))
})
