export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The samples of a scrape in Prometheus' text format. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
        value: value === 'Nan' ? Number.NaN : Number(value),
      }
    })
}

/** Of all samples of this name with these labels. */
export function sumOf(samples: Sample[], name: string, labels: Record<string, string> = {}) {
  const matching = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )
  return matching.reduce((sum, { value }) => sum + value, matching.length > 0 ? 0 : Number.NaN)
}

export async function scrape(port: number): Promise<Sample[]> {
  return samplesIn(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
}
