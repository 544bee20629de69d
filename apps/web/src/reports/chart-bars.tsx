import { useId } from 'react'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import classes from './reports.module.css'
import { type BarsProps, type ChartProps, fillOf, heightOf, Stripes } from './series.tsx'

const LABEL_WIDTH = 124

/** The only file that draws with the chart library. */
export function ChartBars({ series, bars, isHorizontal }: BarsProps) {
  const stripes = useId()
  const values = { type: 'number', allowDecimals: false } as const
  const labels = { type: 'category', dataKey: 'label' } as const
  const line = { stroke: 'var(--line-strong)' }
  const ticks = { fill: 'var(--ink-soft)', fontSize: 13 }
  return (
    <BarChart
      responsive
      className={classes.bars}
      style={{ height: heightOf(bars.length, isHorizontal) }}
      data={bars}
      layout={isHorizontal ? 'vertical' : 'horizontal'}
      accessibilityLayer={false}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      maxBarSize={40}
    >
      <Stripes id={stripes} />
      <CartesianGrid stroke="var(--line)" vertical={isHorizontal} horizontal={!isHorizontal} />
      <XAxis {...(isHorizontal ? values : labels)} axisLine={line} tickLine={false} tick={ticks} />
      <YAxis
        {...(isHorizontal ? labels : values)}
        axisLine={isHorizontal ? line : false}
        tickLine={false}
        tick={ticks}
        width={isHorizontal ? LABEL_WIDTH : 36}
      />
      <Tooltip cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
      {series.map(({ name, look }, index) => (
        <Bar
          key={name}
          name={name}
          dataKey={({ values }: ChartProps['bars'][number]) => values[index] ?? 0}
          stackId="all"
          isAnimationActive={false}
          {...fillOf(look, stripes)}
        />
      ))}
    </BarChart>
  )
}
